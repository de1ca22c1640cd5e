/// The supported keys of discovery payloads and their abbreviations.
///
/// Source: Home Assistant, “MQTT discovery: abbreviations in MQTT discovery messages”.
enum DiscoveryKeys {
    /// Expands an abbreviated key. Other keys are returned unchanged.
    static func long(_ key: String) -> String { entity[key] ?? key }

    static func short(_ key: String) -> String { shortened[key] ?? key }

    /// Whether the gateway uses the key. Other keys are not stored.
    static func isRead(_ key: String) -> Bool { shortened[key] != nil || unshortened.contains(key) }

    /// Whether the value of the key is a topic, also if the gateway does not use the key.
    static func isTopic(_ key: String) -> Bool { key.hasSuffix("topic") || key.hasSuffix("_t") || key == "t" }

    static let device = [
        "cns": "connections", "ids": "identifiers", "mf": "manufacturer", "mdl": "model", "sw": "sw_version",
    ]

    private static let unshortened: Set<String> = [
        "name", "min", "max", "step", "modes", "mode", "fan_modes", "swing_modes", "temp_step", "schema", "qos",
        "brightness", "color_temp", "hs", "rgb", "xy", "effect", "options", "max_temp", "min_temp", "tilt_min",
        "tilt_max", "type", "subtype", "event_types", "code", "payload_open", "direction",
    ]

    private static let shortened = Dictionary(entity.map { ($1, $0) }) { first, second in
        first.utf8.count <= second.utf8.count ? first : second
    }

    static let entity: [String: String] = [
        "p": "platform", "dev": "device", "o": "origin", "cmps": "components", "uniq_id": "unique_id",
        "dev_cla": "device_class", "stat_cla": "state_class", "unit_of_meas": "unit_of_measurement",
        "ent_cat": "entity_category", "opt": "optimistic", "ops": "options", "exp_aft": "expire_after",
        "off_dly": "off_delay", "evt_typ": "event_types", "stype": "subtype", "atype": "automation_type",
        // Topics and templates of many platforms.
        "t": "topic", "stat_t": "state_topic", "cmd_t": "command_topic", "val_tpl": "value_template",
        "stat_val_tpl": "state_value_template", "stat_tpl": "state_template", "cmd_tpl": "command_template",
        "cmd_on_tpl": "command_on_template", "cmd_off_tpl": "command_off_template",
        // Availability.
        "avty": "availability", "avty_mode": "availability_mode", "avty_t": "availability_topic",
        "avty_tpl": "availability_template", "pl_avail": "payload_available", "pl_not_avail": "payload_not_available",
        // Payloads.
        "pl": "payload", "pl_on": "payload_on", "pl_off": "payload_off", "pl_prs": "payload_press",
        "stat_on": "state_on", "stat_off": "state_off", "pl_open": "payload_open", "pl_cls": "payload_close",
        "pl_stop": "payload_stop", "pl_stop_tilt": "payload_stop_tilt", "pl_lock": "payload_lock",
        "pl_unlk": "payload_unlock", "pl_strt": "payload_start",
        "pl_paus": "payload_pause", "pl_ret": "payload_return_to_base", "pl_cln_sp": "payload_clean_spot",
        "pl_loc": "payload_locate", "pl_disarm": "payload_disarm", "pl_arm_home": "payload_arm_home",
        "pl_arm_away": "payload_arm_away", "pl_arm_nite": "payload_arm_night",
        "pl_arm_vacation": "payload_arm_vacation", "pl_arm_custom_b": "payload_arm_custom_bypass",
        "pl_osc_on": "payload_oscillation_on", "pl_osc_off": "payload_oscillation_off",
        "pl_dir_fwd": "payload_direction_forward", "pl_dir_rev": "payload_direction_reverse",
        "av_tones": "available_tones", "sup_dur": "support_duration", "sup_vol": "support_volume_set",
        "sup_feat": "supported_features", "cod_form": "code_format",
        // Covers, valves, locks.
        "stat_open": "state_open", "stat_opening": "state_opening", "stat_clsd": "state_closed",
        "stat_closing": "state_closing", "stat_stopped": "state_stopped", "stat_locked": "state_locked",
        "stat_unlocked": "state_unlocked", "stat_locking": "state_locking", "stat_unlocking": "state_unlocking",
        "stat_jam": "state_jammed", "pos": "reports_position", "pos_t": "position_topic",
        "pos_tpl": "position_template", "pos_open": "position_open", "pos_clsd": "position_closed",
        "set_pos_t": "set_position_topic", "set_pos_tpl": "set_position_template",
        "tilt_cmd_t": "tilt_command_topic", "tilt_cmd_tpl": "tilt_command_template",
        "tilt_status_t": "tilt_status_topic", "tilt_status_tpl": "tilt_status_template",
        // Lights.
        "bri_scl": "brightness_scale", "bri_cmd_t": "brightness_command_topic",
        "bri_cmd_tpl": "brightness_command_template", "bri_stat_t": "brightness_state_topic",
        "bri_val_tpl": "brightness_value_template", "bri_tpl": "brightness_template",
        "clr_temp_cmd_t": "color_temp_command_topic", "clr_temp_cmd_tpl": "color_temp_command_template",
        "clr_temp_stat_t": "color_temp_state_topic", "clr_temp_val_tpl": "color_temp_value_template",
        "clr_temp_tpl": "color_temp_template", "clr_temp_k": "color_temp_kelvin", "max_mirs": "max_mireds",
        "min_mirs": "min_mireds", "max_k": "max_kelvin", "min_k": "min_kelvin", "on_cmd_type": "on_command_type",
        "hs_cmd_t": "hs_command_topic", "hs_cmd_tpl": "hs_command_template", "hs_stat_t": "hs_state_topic",
        "hs_val_tpl": "hs_value_template", "rgb_cmd_t": "rgb_command_topic", "rgb_cmd_tpl": "rgb_command_template",
        "rgb_stat_t": "rgb_state_topic", "rgb_val_tpl": "rgb_value_template", "rgbw_cmd_t": "rgbw_command_topic",
        "rgbw_cmd_tpl": "rgbw_command_template", "rgbw_stat_t": "rgbw_state_topic",
        "rgbw_val_tpl": "rgbw_value_template", "rgbww_cmd_t": "rgbww_command_topic",
        "rgbww_cmd_tpl": "rgbww_command_template", "rgbww_stat_t": "rgbww_state_topic",
        "rgbww_val_tpl": "rgbww_value_template", "whit_scl": "white_scale", "whit_cmd_t": "white_command_topic",
        "xy_cmd_t": "xy_command_topic",
        "xy_cmd_tpl": "xy_command_template", "xy_stat_t": "xy_state_topic", "xy_val_tpl": "xy_value_template",
        "r_tpl": "red_template", "g_tpl": "green_template", "b_tpl": "blue_template", "fx_list": "effect_list",
        "fx_cmd_t": "effect_command_topic", "fx_cmd_tpl": "effect_command_template",
        "fx_stat_t": "effect_state_topic", "fx_val_tpl": "effect_value_template", "fx_tpl": "effect_template",
        "sup_clrm": "supported_color_modes", "clrm": "color_mode",
        // Climate, humidifiers, water heaters.
        "temp_unit": "temperature_unit", "temp_cmd_t": "temperature_command_topic",
        "temp_cmd_tpl": "temperature_command_template", "temp_stat_t": "temperature_state_topic",
        "temp_stat_tpl": "temperature_state_template", "temp_hi_cmd_t": "temperature_high_command_topic",
        "temp_hi_cmd_tpl": "temperature_high_command_template", "temp_hi_stat_t": "temperature_high_state_topic",
        "temp_hi_stat_tpl": "temperature_high_state_template", "temp_lo_cmd_t": "temperature_low_command_topic",
        "temp_lo_cmd_tpl": "temperature_low_command_template", "temp_lo_stat_t": "temperature_low_state_topic",
        "temp_lo_stat_tpl": "temperature_low_state_template", "curr_temp_t": "current_temperature_topic",
        "curr_temp_tpl": "current_temperature_template", "curr_hum_t": "current_humidity_topic",
        "curr_hum_tpl": "current_humidity_template", "hum_cmd_t": "target_humidity_command_topic",
        "hum_cmd_tpl": "target_humidity_command_template", "hum_stat_t": "target_humidity_state_topic",
        "hum_state_tpl": "target_humidity_state_template", "min_hum": "min_humidity", "max_hum": "max_humidity",
        "mode_cmd_t": "mode_command_topic", "mode_cmd_tpl": "mode_command_template",
        "mode_stat_t": "mode_state_topic", "mode_stat_tpl": "mode_state_template", "act_t": "action_topic",
        "act_tpl": "action_template", "fan_mode_cmd_t": "fan_mode_command_topic",
        "fan_mode_cmd_tpl": "fan_mode_command_template", "fan_mode_stat_t": "fan_mode_state_topic",
        "fan_mode_stat_tpl": "fan_mode_state_template", "swing_mode_cmd_t": "swing_mode_command_topic",
        "swing_mode_cmd_tpl": "swing_mode_command_template", "swing_mode_stat_t": "swing_mode_state_topic",
        "swing_mode_stat_tpl": "swing_mode_state_template", "pr_modes": "preset_modes",
        "pr_mode_cmd_t": "preset_mode_command_topic", "pr_mode_cmd_tpl": "preset_mode_command_template",
        "pr_mode_stat_t": "preset_mode_state_topic", "pr_mode_val_tpl": "preset_mode_value_template",
        "pow_cmd_t": "power_command_topic",
        // Fans and vacuums.
        "pct_cmd_t": "percentage_command_topic", "pct_cmd_tpl": "percentage_command_template",
        "pct_stat_t": "percentage_state_topic", "pct_val_tpl": "percentage_value_template",
        "spd_rng_min": "speed_range_min", "spd_rng_max": "speed_range_max",
        "osc_cmd_t": "oscillation_command_topic", "osc_cmd_tpl": "oscillation_command_template",
        "osc_stat_t": "oscillation_state_topic", "osc_val_tpl": "oscillation_value_template",
        "dir_cmd_t": "direction_command_topic", "dir_cmd_tpl": "direction_command_template",
        "dir_stat_t": "direction_state_topic", "dir_val_tpl": "direction_value_template",
        "fanspd_lst": "fan_speed_list", "set_fan_spd_t": "set_fan_speed_topic",
    ]
}
