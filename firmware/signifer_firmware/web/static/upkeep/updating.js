// A version that is brought to the table's card: taken there, looked at, installed.
import { html } from "../html.js";
import { say } from "../words.js";
import { retold } from "./why.js";

let sent = null; // how much of a file is there by now, from 0 to 1

// Bring a file; why it was refused, "" if it was not.
export async function bring(wire, input, show) {
  const [file] = input.files;
  if (!file) return "";
  const told = part => {
    sent = part;
    show();
  };
  told(0);
  const answer = await wire.send("upkeep/update", file, told);
  input.value = "";
  told(null);
  if (answer.status === 403) return "not-paired";
  if (answer.status === 200) return "";
  return answer.said.refused ? answer.said : "away";
}

const changes = ({ version, changes: lines }) => html`<p>${say("upkeep.update.brought", { version })}</p>
  ${
    lines.length > 0 &&
    html`<p>${say("upkeep.update.new")}</p>
      <ul lang="en">${lines.map(line => html`<li>${line}</li>`)}</ul>`
  }`;

const FILE = html`<input type="file" name="update">`;

const ask = may => html`<p>${say("upkeep.update.here")}</p>
  ${may && html`<label class="file">${say("upkeep.update.bring")} ${FILE}</label>`}`;

// A file that was read whole is on its way to a slot; or waits for a yes; or may be brought.
function stage({ waits, brought }, may) {
  if (sent !== null) {
    const words = say(sent < 1 ? "upkeep.update.sent" : "upkeep.update.read");
    return html`<p class="said">${words}</p>
      <progress value="${Math.round(sent * 100)}" max="100" aria-label="${words}"></progress>`;
  }
  if (waits) return html`<p class="said">${say("upkeep.update.waits")}</p>`;
  if (!brought) return ask(may);
  return html`${changes(brought)}
    ${
      may &&
      html`<button type="button" class="main" data-install="${brought.build}">
      ${say("upkeep.update.install")}</button>`
    }`;
}

const howFar = ({ told, told_cause: cause }) => told && html`<p class="said">${retold(told, cause)}</p>`;

export const updating = (update, may) =>
  update.may ? html`${howFar(update)}${stage(update, may)}` : html`<p>${say("upkeep.update.how")}</p>`;
