// The line to a table, which is over as soon as it is silent: one that went dead does not close by itself for
// minutes, and a try that nobody answers does not end. Every 3 s a table says that it is there; but what it
// says first is the whole picture, which takes long on a slow network.
const SILENT_MS = 10_000;
const FIRST_MS = 30_000;

// What is asked by other ways ends with it.
export let patience = new AbortController();

export function line(path, hear, ended) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
  let silent = 0;
  const end = event => {
    clearTimeout(silent);
    // What still comes of it counts no more.
    socket.onmessage = socket.onclose = null;
    ended(event);
  };
  const listen = ms => {
    clearTimeout(silent);
    silent = setTimeout(() => {
      socket.close();
      patience.abort();
      patience = new AbortController();
      end({});
    }, ms);
  };
  socket.onmessage = ({ data }) => {
    listen(SILENT_MS);
    hear(JSON.parse(data));
  };
  socket.onclose = end;
  socket.addEventListener("open", () => listen(FIRST_MS));
  listen(FIRST_MS);
  return socket;
}
