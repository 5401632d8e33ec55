/* A disk and a memory that fail when they are told to, for one process: preloaded (LD_PRELOAD), armed by ctypes.

   What is counted is each call of the armed kinds on a file in one folder, and each allocation that SQLite's library makes.
   From the first-th on, as many as were said fail with one errno; a write that fails has put half of its bytes on the disk.
   Beside that all calls on the folder can be written down, in their order, with what was written: power.py cuts the power there.
   Linux and glibc only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { OPEN = 1, WRITE = 2, SYNC = 4, NAME = 8, READ = 16, MEMORY = 32 };
enum { FILES = 1024 };

static char folder[4096];
static size_t folder_length;
static int kinds, fail_errno, log_file = -1;
static long first, last, calls;
static int serial_of[FILES], next_serial; /* 0: none of the folder's */
static uintptr_t library_start, library_end;

#define REAL(name) ((__typeof__(&name))real((void **)&real_##name, #name))
#define STORED(name) static void *real_##name

static void *real(void **stored, const char *name) {
    if (!*stored) *stored = dlsym(RTLD_NEXT, name);
    return *stored;
}

STORED(open); STORED(openat); STORED(close); STORED(read); STORED(pread); STORED(write); STORED(pwrite);
STORED(fsync); STORED(fdatasync); STORED(ftruncate); STORED(rename); STORED(unlink);

/* Arming and reading off */

static int find_library(struct dl_phdr_info *info, size_t size, void *wanted) {
    (void)size;
    if (!strstr(info->dlpi_name, wanted)) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
            library_start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            library_end = library_start + info->dlpi_phdr[i].p_memsz;
            return 1;
        }
    return 0;
}

/* Whether SQLite's library was found: without it no allocation is counted. */
int disk_arm(const char *path, int armed, long from, long count, int error) {
    strncpy(folder, path, sizeof folder - 1);
    folder_length = strlen(folder);
    dl_iterate_phdr(find_library, "libsqlite3");
    calls = 0, first = from, last = from + count - 1, fail_errno = error, kinds = armed;
    return library_end != 0;
}

long disk_calls(void) { return calls; }

void disk_disarm(void) { kinds = 0; }

/* What is done meanwhile is done by nobody: it does not fail, is not counted and not written down. */
void disk_pause(int pause) {
    static int armed, log;
    if (pause) armed = kinds, log = log_file, kinds = 0, log_file = -1;
    else kinds = armed, log_file = log;
}

static void put(char kind, int serial, int64_t offset, const void *content, size_t size) {
    struct { int32_t kind, serial; int64_t offset, size; } head = {kind, serial, offset, (int64_t)size};
    if (log_file < 0) return;
    if (REAL(write)(log_file, &head, sizeof head) < 0 || REAL(write)(log_file, content, size) < 0) _exit(99);
}

void disk_log(const char *path) { log_file = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND, 0600); }

/* Something that was promised up to here. */
void disk_note(long number) { put('!', 0, number, "", 0); }

/* What decides */

static int ours(const char *path) {
    return folder_length && !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}

static int serial(int file) { return file >= 0 && file < FILES ? serial_of[file] : 0; }

static int fails(int kind) {
    if (!(kinds & kind)) return 0;
    calls++;
    if (calls < first || calls > last) return 0;
    errno = fail_errno;
    return 1;
}

static const char *in_folder(const char *path) { return path[folder_length] ? path + folder_length + 1 : ""; }

/* Files */

static int opened(int directory, const char *path, int flags, mode_t mode) {
    int mine = ours(path);
    if (mine && fails(OPEN)) return -1;
    int file = REAL(openat)(directory, path, flags, mode);
    if (file >= 0 && file < FILES) serial_of[file] = mine ? ++next_serial : 0;
    if (file >= 0 && mine) put(flags & O_TRUNC ? 'T' : 'O', serial_of[file], 0, in_folder(path), strlen(in_folder(path)));
    return file;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int directory, const char *path, int flags, ...) { MODE(flags) return opened(directory, path, flags, mode); }
int openat64(int directory, const char *path, int flags, ...) { MODE(flags) return opened(directory, path, flags, mode); }

int close(int file) {
    if (serial(file)) serial_of[file] = 0;
    return REAL(close)(file);
}

ssize_t read(int file, void *to, size_t size) {
    return serial(file) && fails(READ) ? -1 : REAL(read)(file, to, size);
}

ssize_t pread(int file, void *to, size_t size, off_t at) {
    return serial(file) && fails(READ) ? -1 : REAL(pread)(file, to, size, at);
}
ssize_t pread64(int file, void *to, size_t size, off64_t at) { return pread(file, to, size, at); }

static ssize_t wrote(int file, ssize_t size, off_t at, const void *content) {
    if (size > 0) put('W', serial(file), at, content, (size_t)size);
    return size;
}

ssize_t write(int file, const void *from, size_t size) {
    if (!serial(file)) return REAL(write)(file, from, size);
    int failing = fails(WRITE);
    ssize_t written = REAL(write)(file, from, failing ? size / 2 : size);
    wrote(file, written, lseek(file, 0, SEEK_CUR) - (written > 0 ? written : 0), from);
    if (!failing) return written;
    errno = fail_errno;
    return -1;
}

ssize_t pwrite(int file, const void *from, size_t size, off_t at) {
    if (!serial(file)) return REAL(pwrite)(file, from, size, at);
    int failing = fails(WRITE);
    ssize_t written = wrote(file, REAL(pwrite)(file, from, failing ? size / 2 : size, at), at, from);
    if (!failing) return written;
    errno = fail_errno;
    return -1;
}
ssize_t pwrite64(int file, const void *from, size_t size, off64_t at) { return pwrite(file, from, size, at); }

/* A sync that failed has written nothing, and never will: Linux counts the pages as clean from then on. */
static int synced(int file, int (*sync)(int)) {
    if (!serial(file)) return sync(file);
    if (fails(SYNC)) {
        put('F', serial(file), 0, "", 0);
        errno = fail_errno;
        return -1;
    }
    int result = sync(file);
    if (!result) put('S', serial(file), 0, "", 0);
    return result;
}

int fsync(int file) { return synced(file, REAL(fsync)); }
int fdatasync(int file) { return synced(file, REAL(fdatasync)); }

int ftruncate(int file, off_t size) {
    if (serial(file) && fails(WRITE)) return -1;
    int result = REAL(ftruncate)(file, size);
    if (!result && serial(file)) put('C', serial(file), size, "", 0);
    return result;
}
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

int rename(const char *from, const char *to) {
    if (ours(from) && fails(NAME)) return -1;
    int result = REAL(rename)(from, to);
    if (!result && ours(from)) {
        char both[8192];
        int size = snprintf(both, sizeof both, "%s/%s", in_folder(from), in_folder(to));
        put('R', 0, 0, both, (size_t)size);
    }
    return result;
}

int unlink(const char *path) {
    if (ours(path) && fails(NAME)) return -1;
    int result = REAL(unlink)(path);
    if (!result && ours(path)) put('U', 0, 0, in_folder(path), strlen(in_folder(path)));
    return result;
}

/* Memory: only what SQLite asks for */

extern void *__libc_malloc(size_t), *__libc_realloc(void *, size_t);

static int of_library(void *caller) {
    return kinds & MEMORY && (uintptr_t)caller >= library_start && (uintptr_t)caller < library_end;
}

void *malloc(size_t size) {
    return of_library(__builtin_return_address(0)) && fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *realloc(void *old, size_t size) {
    return of_library(__builtin_return_address(0)) && fails(MEMORY) ? NULL : __libc_realloc(old, size);
}
