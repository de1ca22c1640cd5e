/// One value to write to a characteristic.
package struct CharacteristicSetting: Hashable, Sendable {
    package let iid: UInt64
    package let value: HAPValue

    package init(iid: UInt64, value: HAPValue) {
        self.iid = iid
        self.value = value
    }
}
