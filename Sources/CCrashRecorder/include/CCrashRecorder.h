#include <stddef.h>
#include <stdint.h>

/// A recorder is a file in memory (`mmap`, shared): what is written to it survives the end of the process, whatever the
/// signal, and is lost only with the machine. `memory` is always the beginning of such a mapping of
/// `crash_recorder_bytes()` bytes.
size_t crash_recorder_bytes(void);

/// The longest line and the longest text of the header in bytes.
enum { crash_line_bytes = 240, crash_text_bytes = 64 };

/// The number of lines that a recorder keeps, and of return addresses.
enum { crash_line_count = 64, crash_frame_count = 48 };

/// Empties the recorder and writes its header. `boot` identifies the present boot of the machine, and `wall` are the
/// milliseconds since 1970.
void crash_recorder_begin(void *memory, const char *version, const char *boot, int64_t wall);

/// Writes the phase that the process is in.
void crash_recorder_set_phase(void *memory, uint32_t phase);

/// Adds a line, and overwrites the oldest one of a full recorder. Two threads must not call it at the same time.
void crash_recorder_add_line(void *memory, const char *text, size_t length);

/// Makes fatal signals write their number and the return addresses of their thread to the recorder. After that they do
/// what they did before. Does nothing when another recorder has the signals, or when a handler cannot be set.
void crash_recorder_install(void *memory);

/// Ends what `crash_recorder_install` began, if it began something for this recorder. Then the mapping may be removed.
void crash_recorder_uninstall(void *memory);

/// What a recorder contains. All texts end with a zero byte.
struct crash_record {
    char version[crash_text_bytes];
    char boot[crash_text_bytes];
    /// Milliseconds since 1970, and since the boot of the machine.
    int64_t started_wall;
    int64_t started_uptime;
    uint32_t phase;
    /// 0 when no fatal signal was received.
    uint32_t signal;
    /// Whether another process sent the signal.
    uint32_t is_from_outside;
    int64_t signal_uptime;
    uint32_t frames;
};

/// A line of a recorder.
struct crash_line {
    char text[crash_line_bytes];
    /// Milliseconds since the boot of the machine.
    int64_t uptime;
};

/// Reads the header. Returns 0, or -1 when the bytes are no recorder of this version.
int crash_recorder_read(const void *memory, size_t bytes, struct crash_record *record);

/// Reads the return address with this index, as the distance from the beginning of the program; 0 when it lies in a
/// library.
uint64_t crash_recorder_frame(const void *memory, uint32_t index);

/// Reads the line that is `age` lines older than the newest one. Returns 0, or -1 when there is none.
int crash_recorder_line(const void *memory, uint32_t age, struct crash_line *line);
