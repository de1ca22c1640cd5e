import HomeModel

extension Role {
    /// What a person with this role may do before grants and denies, as a sentence.
    var words: String {
        switch self {
        case .owner: "An owner may do everything, also restore, wipe and hand over the home and rotate its keys."
        case .admin:
            "An admin may do everything but restore, wipe and hand over the home, rotate its keys, and change owners."
        case .member:
            "A member may see and control all devices, with a PIN for what is sensitive, and see energy and the "
                + "environment. A member may not change settings, maintain the home, add devices or manage people."
        case .child:
            "A child may control what is harmless, such as lights, and see everything but energy. A child may not "
                + "unlock, open or heat, and not change settings."
        case .guest: "A guest may only do what grants allow."
        case .service: "A program may only do what its tokens allow."
        }
    }
}
