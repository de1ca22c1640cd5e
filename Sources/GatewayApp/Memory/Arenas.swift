import CProcess

/// Where the C library takes memory from: by default every thread has an arena of its own, and most of each lies idle.
enum Arenas {
    /// For this process and for good; the sooner the better, since an arena that is there stays.
    static func keepFew() { mallopt(M_ARENA_MAX, 2) }
}
