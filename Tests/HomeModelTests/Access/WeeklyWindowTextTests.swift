import HomeModel
import Testing

@Suite struct WeeklyWindowTextTests {
    @Test(
        arguments: [
            ("sat,sun 08:00-20:00", [1, 7], 480, 1200, "sun,sat 08:00-20:00"),
            ("mon-fri 22:00-06:00", [2, 3, 4, 5, 6], 1320, 360, "mon,tue,wed,thu,fri 22:00-06:00"),
            ("fri-mon 00:00-24:00", [6, 7, 1, 2], 0, 1440, "sun,mon,fri,sat 00:00-24:00"),
            ("Daily 07:30-07:31", [1, 2, 3, 4, 5, 6, 7], 450, 451, "daily 07:30-07:31"),
            ("mon,tue-wed 12:00-13:00", [2, 3, 4], 720, 780, "mon,tue,wed 12:00-13:00"),
        ] as [(String, Set<Int>, Int, Int, String)])
    func windowsAreParsedAndFormatted(
        _ text: String, weekdays: Set<Int>, from: Int, to: Int, written: String
    ) throws {
        let window = try #require(WeeklyWindow(text))
        #expect(window == WeeklyWindow(weekdays: weekdays, fromMinute: from, toMinute: to))
        #expect(window.description == written)
        #expect(WeeklyWindow(written) == window)
    }

    @Test(arguments: [
        "", "sat", "sat 08:00", "08:00-20:00", "sat 8:00-20:00", "sat 08:00-08:00", "sat 08:00-24:01",
        "sat 24:00-01:00",
        "sat 08:60-09:00", "sat, 08:00-09:00", "sat-sun-mon 08:00-09:00", "someday 08:00-09:00",
        "sat 08:00-09:00-10:00",
        "sat 08:00-09:00 x", "sat -1:00-09:00", "sat ０８:00-09:00", "-sat 08:00-09:00",
    ])
    func invalidWindowTextIsRefused(_ text: String) { #expect(WeeklyWindow(text) == nil) }
}
