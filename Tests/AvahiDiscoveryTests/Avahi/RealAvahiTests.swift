import TestSupport
import Testing

/// All tests with a real Avahi daemon. They run one after the other, because they share the one bus of the process.
@Suite(.serialized, .enabled(if: PrivateAvahi.isAvailable, "\(PrivateAvahi.requirement)"))
struct RealAvahiTests {}
