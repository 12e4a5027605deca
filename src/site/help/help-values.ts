import { bulk_actions, instance_actions, instance_statuses, stop_reasons } from '#contract/instance-actions.ts'
import { agreements } from '#contract/legal.ts'
import { limits } from '#contract/limits.ts'
import { lateFee, micro_seconds_per_fen, yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import { billing_examples } from './billing-examples.ts'

const minutes = (seconds: number) => seconds / 60
const hours = (seconds: number) => seconds / 3600
const debt_example = { owed_fen: 5_000n, days: 10 } as const
const disk_micro = BigInt(limits.data_disk_price_micro_per_gb_hour)

/** Statuses as a table: code, word, and what may be done in it. */
const status_table = [
  '| 状态码 | 状态 | 此时可以做的操作 |',
  '|---:|---|---|',
  ...Object.entries(instance_statuses).map(([code, name]) => {
    const actions = Object.values(instance_actions).filter(({ from }) => (from as readonly number[]).includes(Number(code)))
    return `| ${code} | ${name} | ${actions.map(({ label }) => label).join('、') || '等待完成'} |`
  }),
].join('\n')

const effectOf = (action: keyof typeof instance_actions): string => {
  const rule = instance_actions[action]
  return 'effect' in rule ? rule.effect : ''
}

/**
 * What `{{name}}` in an article stands for. Numbers come from the constants the product runs on, amounts from the
 * functions that bill, so that text and behaviour cannot differ.
 */
export const help_values: Readonly<Record<string, string | number>> = {
  sms_resend_seconds: limits.sms_resend_seconds,
  llm_keys_max: limits.llm_keys_max,
  llm_requests_per_minute: limits.llm_requests_per_minute,
  llm_images_max: limits.llm_images_max,
  llm_body_max_mb: limits.llm_body_max_bytes / 1_048_576,
  llm_silence_seconds: limits.llm_silence_seconds,
  llm_call_max_minutes: minutes(limits.llm_call_max_seconds),
  captcha_valid_minutes: minutes(limits.captcha_valid_seconds),
  captcha_max_tries: limits.captcha_max_tries,
  access_token_minutes: minutes(limits.access_token_seconds),
  refresh_token_days: limits.refresh_token_days,
  session_days: limits.session_days,
  codes_kept_days: limits.codes_kept_days,
  deliveries_kept_days: limits.deliveries_kept_days,
  page_size_max: limits.page_size_max,
  quote_valid_minutes: minutes(limits.quote_valid_seconds),
  recharge_valid_minutes: minutes(limits.recharge_valid_seconds),
  recharge_min: yuanOfFen(BigInt(limits.recharge_min_fen)),
  recharge_max: yuanOfFen(BigInt(limits.recharge_max_fen)),
  arrears_grace_hours: hours(limits.arrears_grace_seconds),
  free_data_disk_gb: limits.free_data_disk_gb,
  data_disk_max_gb: limits.data_disk_max_gb,
  data_disk_price: yuanOfMicro(disk_micro),
  system_disk_gb: limits.system_disk_gb,
  no_gpu_cpu: limits.no_gpu_cpu,
  no_gpu_memory_gb: limits.no_gpu_memory_gb,
  no_gpu_price: yuanOfMicro(BigInt(limits.no_gpu_price_micro)),
  private_images_max: limits.private_images_max,
  image_shares_max: limits.image_shares_max,
  image_price_max: yuanOfFen(BigInt(limits.image_price_max_fen)),
  image_readme_max: limits.readme_max,
  image_tags_max: limits.entry_tags_max,
  original_links_max: limits.original_links_max,
  data_sets_max: limits.data_sets_max,
  data_set_versions_max: limits.data_set_versions_max,
  data_set_gib_max: limits.data_set_bytes_max / 2 ** 30,
  data_set_files_max: limits.data_set_files_max,
  data_set_preview_kib: limits.data_set_preview_bytes / 1024,
  data_set_picture_mib: limits.data_set_picture_max_bytes / 2 ** 20,
  instance_data_sets_max: limits.instance_data_sets_max,
  storage_free_gb: limits.storage_free_gb,
  file_max_gb: limits.file_max_bytes / 2 ** 30,
  file_name_max_bytes: limits.file_name_max_bytes,
  file_preview_kib: limits.file_preview_bytes / 1024,
  upload_idle_hours: limits.upload_idle_hours,
  uploads_open_max: limits.uploads_open_max,
  download_link_minutes: minutes(limits.download_link_seconds),
  extract_files: limits.extract_files,
  sub_account_invitation_days: limits.sub_account_invitation_days,
  sub_account_invitations_per_day: limits.sub_account_invitations_per_day,
  extract_ratio: limits.extract_ratio,
  extract_levels: limits.extract_levels,
  file_path_max_bytes: limits.file_path_max_bytes,
  bulk_max: limits.bulk_max,
  bulk_actions: bulk_actions.map((action) => instance_actions[action].label).join('、'),
  release_days: limits.release_days,
  release_notice_days: limits.release_notice_days.join('、'),
  release_shown_days: limits.release_shown_days,
  stop_notice_minutes: minutes(limits.stop_notice_seconds),
  stop_timer_max_days: limits.stop_timer_max_days,
  schedule_entries_max: limits.schedule_entries_max,
  spend_min: yuanOfFen(BigInt(limits.spend_min_fen)),
  idle_percent_min: limits.idle_percent_min,
  idle_percent_max: limits.idle_percent_max,
  idle_minutes_min: limits.idle_minutes_min,
  idle_minutes_max: limits.idle_minutes_max,
  low_balance: yuanOfFen(BigInt(limits.low_balance_fen)),
  low_balance_hours: limits.low_balance_hours,
  queue_creates_max: limits.queue_creates_max,
  queue_held_hours: limits.queue_held_hours,
  secret_keys_max: limits.secret_keys_max,
  views_max: limits.views_max,
  min_guardian_age: limits.min_guardian_age,
  maintenance_notice_hours: limits.maintenance_notice_hours,
  maintenance_reminder_hours: hours(limits.maintenance_reminder_seconds),
  contact_reply_working_days: limits.contact_reply_working_days,
  bill_confirm_working_days: limits.bill_confirm_working_days,
  major_change_notice_days: limits.major_change_notice_days,
  late_fee_percent_per_day: limits.late_fee_percent_per_day,
  late_termination_days: limits.late_termination_days,
  debt_example_owed: yuanOfFen(debt_example.owed_fen),
  debt_example_days: debt_example.days,
  debt_example_fee: yuanOfFen(lateFee(debt_example.owed_fen * BigInt(debt_example.days))),
  auto_renew_hours: limits.auto_renew_hours,
  invoice_min: yuanOfFen(BigInt(limits.invoice_min_fen)),
  step_up_minutes: minutes(limits.step_up_seconds),
  closing_days: limits.closing_days,
  coupon_reminder_days: limits.coupon_reminder_days,
  withdrawal_balance_min: yuanOfFen(BigInt(limits.withdrawal_balance_min_fen)),
  withdrawal_income_min: yuanOfFen(BigInt(limits.withdrawal_income_min_fen)),
  invite_reward_percent: limits.invitation_percent,
  mining_explanation_hours: limits.mining_explanation_hours,
  liability_months: limits.liability_months,
  micro_seconds_per_fen: String(micro_seconds_per_fen),
  status_table,
  stop_reasons: Object.values(stop_reasons).join('、'),
  effect_start: effectOf('start'),
  effect_start_without_gpu: effectOf('start_without_gpu'),
  effect_shutdown: effectOf('shutdown'),
  effect_restart: effectOf('restart'),
  effect_save_image: effectOf('save_image'),
  effect_change_image: effectOf('change_image'),
  effect_clone: effectOf('clone'),
  effect_resize_disk: effectOf('resize_disk'),
  effect_migrate: effectOf('migrate'),
  effect_reset_password: effectOf('reset_password'),
  effect_release: effectOf('release'),
  ...billing_examples,
  ...Object.fromEntries(
    Object.entries(agreements).flatMap(([name, { version, effective }]) => [
      [`${name}_version`, version],
      [`${name}_effective`, effective],
    ]),
  ),
}

/** A text with its placeholders filled. Throws on one that stands for nothing. */
export const fill = (text: string): string =>
  text.replace(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = help_values[name.trim()]
    if (value === undefined) throw new Error(`{{${name}}} stands for nothing: src/site/help/help-values.ts`)
    return String(value)
  })
