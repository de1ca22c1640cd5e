import CProcess

/// Limits the memory arenas of the C library. By default each thread has its own arena, and most of each is unused.
enum MallocArenas {
    /// Limits this process to two arenas for its whole run. Call it as early as possible, because an existing arena
    /// stays.
    static func limit() { mallopt(M_ARENA_MAX, 2) }
}
