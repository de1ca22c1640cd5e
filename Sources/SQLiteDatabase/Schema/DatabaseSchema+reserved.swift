/// Versions that other branches define. The merge of these branches replaces this file.
extension DatabaseSchema {
    static let reserved20 = "PRAGMA user_version = 20;"
    static let reserved21 = "PRAGMA user_version = 21;"
    static let reserved22 = "PRAGMA user_version = 22;"
}
