/** Business constants shared by server, console and texts. Each names its unit and source. */
export const limits = {
  sms_resend_seconds: 60, // spec §9
  captcha_valid_seconds: 300, // product §2
  captcha_max_tries: 5, // product §2
  wechat_scene_seconds: 300, // product §2
  wechat_confirmed_seconds: 900, // to bind a phone or to register once the tap was made
  wechat_poll_ms: 2000, // spec §9
  wechat_bind_sends: 3, // of one scene
  access_token_seconds: 900, // product §2
  refresh_token_days: 30, // product §2
  refresh_grace_seconds: 10, // product §2
  codes_kept_days: 2, // codes by SMS and scans, after they were made
  deliveries_kept_days: 30, // what became of a notice by SMS, mail or webhook
  session_days: 90, // from signing in, however often it is used (decision 059)
  operator_session_hours: 12,
  step_up_seconds: 600, // product §2
  stream_retry_ms: 10_000, // spec §9
  stream_retries: 20, // spec §9
  stream_heartbeat_ms: 120_000, // spec §9
  unread_badge_max: 99, // spec §9
  carousel_ms: 5000, // spec §4, §9
  page_size_max: 100, // product §11
  quote_valid_seconds: 600, // product §3
  recharge_valid_seconds: 1800, // product §5
  order_pending_seconds: 900, // product §5
  orders_pending_max: 5,
  forecast_days: 90,
  recharge_min_fen: 1,
  recharge_max_fen: 10_000_000,
  recharges_pending_max: 20,
  arrears_grace_seconds: 3600, // product §5
  coupon_amount_max_fen: 1_000_000, // ¥10,000 for one voucher or one order
  coupon_codes_max: 1000, // of one click
  coupon_grant_max: 100, // people of one click
  coupon_reminder_days: 3,
  redeem_tries_hour: 10,
  redeem_network_tries_hour: 60,
  free_data_disk_gb: 50, // product §4
  data_disk_max_gb: 2000,
  data_disk_price_micro_per_gb_hour: 300, // ¥0.0003/GB/h beyond the free part
  hour_origin_micro: 2_280_000, // spec §9: the list price of a product that has none yet, ¥2.28
  day_origin_micro: 54_720_000, // spec §9
  week_origin_micro: 383_040_000, // spec §9
  system_disk_gb: 30, // product §4
  no_gpu_cpu: 0.5, // product §4
  no_gpu_memory_gb: 2, // product §4
  no_gpu_price_micro: 100_000, // product §4: ¥0.10/h
  private_images_max: 20,
  image_name_max: 40,
  image_shares_max: 20, // of one image
  image_releases_max: 50, // of one author
  image_versions_max: 100, // of one entry
  image_price_max_fen: 1000, // per hour, in steps of 1 fen (product §7)
  entry_summary_max: 100,
  entry_tags_max: 8,
  entry_licence_max: 60,
  readme_max: 50_000,
  original_links_max: 5,
  original_statement_max: 1000,
  bulk_max: 100,
  release_days: 15, // product §4
  release_notice_days: [8, 12, 14], // product §4
  release_shown_days: 7,
  stop_notice_seconds: 600,
  stop_timer_max_days: 30,
  schedule_entries_max: 14,
  spend_min_fen: 10,
  idle_percent_min: 1,
  idle_percent_max: 50,
  idle_minutes_min: 10,
  idle_minutes_max: 720,
  low_balance_fen: 1000, // product §5
  low_balance_hours: 24, // product §5
  low_balance_hours_max: 720,
  queue_creates_max: 5,
  queue_held_hours: 24,
  queue_history_days: 7,
  period_quantity_max: 52,
  auto_renew_hours: 24, // product §5
  auto_renew_retry_hours: 1,
  expiry_notice_hours: [72, 24, 6, 2], // each only in the last quarter of what was bought
  data_sets_max: 20, // of one author
  data_set_versions_max: 20, // of one data set
  data_set_bytes_max: 107_374_182_400, // 100 GiB in one version
  data_set_files_max: 100_000, // in one version
  data_set_name_max: 40,
  data_set_summary_max: 120,
  data_set_tag_max: 20,
  data_set_tags_max: 5,
  data_set_licence_max: 80,
  data_set_readme_max: 50_000,
  data_set_preview_bytes: 65_536,
  data_set_picture_max_bytes: 5_242_880,
  instance_data_sets_max: 10,
  storage_free_gb: 20, // per region (product §7)
  storage_quota_max_gb: 10_000,
  file_name_max_bytes: 255,
  file_path_max_bytes: 1024,
  file_max_bytes: 107_374_182_400, // 100 GiB
  file_preview_bytes: 65_536,
  uploads_open_max: 200, // of one user
  upload_idle_hours: 24, // after the last byte
  download_link_seconds: 300,
  extract_files: 50_000, // of one archive
  extract_folders: 50_000, // that they lie in
  extract_levels: 64, // of names in one path
  extract_ratio: 200, // of bytes out to bytes in
  extract_tasks_open_max: 5, // of one user
  terminals_max: 10, // of one user, on a node
  secret_keys_max: 20,
  secret_keys_made_per_hour: 10,
  views_max: 20, // of one list
  views_all_max: 1000, // of one user
  view_name_max: 20,
  instance_name_max: 40,
  min_guardian_age: 14, // spec §9
  maintenance_notice_hours: 24, // spec §9
  maintenance_reminder_seconds: 3600,
  maintenance_max_hours: 72,
  contact_reply_working_days: 15, // spec §9
  invoice_min_fen: 100, // product §5
  invoice_items_max: 1000,
  invoice_emails_max: 5,
  invoice_titles_max: 20,
  invoice_title_max: 100,
  invoice_remark_max: 130,
  invoice_code_seconds: 600,
  invoice_tax_percent: 6,
  bill_confirm_working_days: 5, // spec §9
  major_change_notice_days: 3, // spec §9
  late_fee_percent_per_day: 0.1, // spec §9
  operator_alone_fen: 100_000, // by one operator on one day: adjustments, coupons, refunds and bank transfers in all
  late_termination_days: 15, // spec §9: more than this
  mining_explanation_hours: 24, // spec §9
  liability_months: 12, // spec §9
  leads_per_phone_day: 3,
  leads_per_network_day: 10,
  stock_alerts_max: 20,
  notice_sms_per_day: 5, // to one person, beside codes
  notice_tries_max: 6,
  email_code_seconds: 600,
  email_codes_per_day: 10,
  webhook_timeout_ms: 5000,
  webhook_answer_bytes: 65_536,
  webhook_tests_per_hour: 20,
  notification_restore_seconds: 600,
  announcement_title_max: 60,
  announcement_max: 5000,
  invitation_percent: 10, // product §6
  invitation_years: 1, // product §6
  sub_accounts_max: 50,
  sub_account_name_max: 20,
  sub_account_instances_max: 100,
  sub_accounts_per_hour: 20,
  sub_account_invitation_days: 7,
  sub_account_invitations_per_day: 3, // to one phone, whoever sends them
  avatar_max_bytes: 2_097_152, // product §6
  avatar_px: 256,
  picture_max_bytes: 5_242_880,
  invoice_file_max_bytes: 5_242_880,
  picture_max_pixels: 25_000_000, // product §6
  picture_px: 2400,
  closing_days: 7,
  phone_changes_per_day: 3,
  bank_transfer_max_fen: 10_000_000_000,
  bank_transfers_open_max: 5,
  withdrawal_balance_min_fen: 1, // spec §9, type 1
  withdrawal_income_min_fen: 1000, // spec §9, type 2
  withdrawal_two_people_fen: 100_000, // more than this takes two people
  withdrawals_open_max: 5,
  creator_introduction_max: 500,
  creator_links_max: 5,
  creator_share_percent: 100, // of the image price that was paid in cash
  creator_statement_hours: 2, // after the month is over
  llm_keys_max: 20,
  llm_cap_max_yuan: 100_000,
  llm_requests_per_minute: 300, // of one key
  llm_images_max: 16,
  llm_body_max_bytes: 8_388_608,
  llm_silence_seconds: 120, // of the upstream, within an answer
  llm_call_max_seconds: 900,
  llm_lease_seconds: 90,
} as const
