import { capabilityGaps, capabilityList } from '#contract/capability-gaps.ts'
import { bulkInstanceActions, instanceActions, instanceStatuses, stopReasons } from '#contract/instance-actions.ts'
import { agreements } from '#contract/legal.ts'
import { limits } from '#contract/limits.ts'
import { computeLateFee, formatFenAsYuan, formatMicroAsYuan, microSecondsPerFen } from '#contract/money.ts'
import { billingExamples } from './billing-examples.ts'

const toMinutes = (seconds: number) => seconds / 60
const toHours = (seconds: number) => seconds / 3600
const debtExample = { owed_fen: 5_000n, days: 10 } as const
const diskPriceMicro = BigInt(limits.dataDiskPriceMicroPerGbHour)

/** Statuses as a table: code, label and allowed actions. */
const statusTable = [
  '| 状态码 | 状态 | 此时可以做的操作 |',
  '|---:|---|---|',
  ...Object.entries(instanceStatuses).map(([code, name]) => {
    const actions = Object.values(instanceActions).filter(({ from }) => (from as readonly number[]).includes(Number(code)))
    return `| ${code} | ${name} | ${actions.map(({ label }) => label).join('、') || '等待完成'} |`
  }),
].join('\n')

const getEffect = (action: keyof typeof instanceActions): string => {
  const rule = instanceActions[action]
  return 'effect' in rule ? rule.effect : ''
}

/**
 * The values of `{{name}}` in an article. Numbers come from the constants the product uses, amounts from the
 * billing functions, so that text and behaviour cannot differ.
 */
export const helpValues: Readonly<Record<string, string | number>> = {
  sms_resend_seconds: limits.smsResendSeconds,
  llm_keys_max: limits.llmKeysMax,
  llm_requests_per_minute: limits.llmRequestsPerMinute,
  llm_images_max: limits.llmImagesMax,
  llm_body_max_mb: limits.llmBodyMaxBytes / 1_048_576,
  llm_silence_seconds: limits.llmSilenceSeconds,
  llm_call_max_minutes: toMinutes(limits.llmCallMaxSeconds),
  captcha_valid_minutes: toMinutes(limits.captchaValidSeconds),
  captcha_max_tries: limits.captchaMaxTries,
  access_token_minutes: toMinutes(limits.accessTokenSeconds),
  refresh_token_days: limits.refreshTokenDays,
  session_days: limits.sessionDays,
  codes_kept_days: limits.codesKeptDays,
  deliveries_kept_days: limits.deliveriesKeptDays,
  page_size_max: limits.pageSizeMax,
  quote_valid_minutes: toMinutes(limits.quoteValidSeconds),
  recharge_valid_minutes: toMinutes(limits.rechargeValidSeconds),
  recharge_min: formatFenAsYuan(BigInt(limits.rechargeMinFen)),
  recharge_max: formatFenAsYuan(BigInt(limits.rechargeMaxFen)),
  arrears_grace_hours: toHours(limits.arrearsGraceSeconds),
  free_data_disk_gb: limits.freeDataDiskGb,
  data_disk_max_gb: limits.dataDiskMaxGb,
  data_disk_price: formatMicroAsYuan(diskPriceMicro),
  system_disk_gb: limits.systemDiskGb,
  no_gpu_cpu: limits.noGpuCpu,
  no_gpu_memory_gb: limits.noGpuMemoryGb,
  no_gpu_price: formatMicroAsYuan(BigInt(limits.noGpuPriceMicro)),
  private_images_max: limits.privateImagesMax,
  image_shares_max: limits.imageSharesMax,
  image_price_max: formatFenAsYuan(BigInt(limits.imagePriceMaxFen)),
  image_readme_max: limits.readmeMax,
  image_tags_max: limits.entryTagsMax,
  original_links_max: limits.originalLinksMax,
  data_sets_max: limits.dataSetsMax,
  data_set_versions_max: limits.dataSetVersionsMax,
  data_set_gib_max: limits.dataSetBytesMax / 2 ** 30,
  data_set_files_max: limits.dataSetFilesMax,
  data_set_preview_kib: limits.dataSetPreviewBytes / 1024,
  data_set_picture_mib: limits.dataSetPictureMaxBytes / 2 ** 20,
  instance_data_sets_max: limits.instanceDataSetsMax,
  storage_free_gb: limits.storageFreeGb,
  file_max_gb: limits.fileMaxBytes / 2 ** 30,
  file_name_max_bytes: limits.fileNameMaxBytes,
  file_preview_kib: limits.filePreviewBytes / 1024,
  upload_idle_hours: limits.uploadIdleHours,
  uploads_open_max: limits.uploadsOpenMax,
  download_link_minutes: toMinutes(limits.downloadLinkSeconds),
  extract_files: limits.extractFiles,
  sub_account_invitation_days: limits.subAccountInvitationDays,
  sub_account_invitations_per_day: limits.subAccountInvitationsPerDay,
  extract_ratio: limits.extractRatio,
  extract_levels: limits.extractLevels,
  file_path_max_bytes: limits.filePathMaxBytes,
  bulk_max: limits.bulkMax,
  bulk_actions: bulkInstanceActions.map((action) => instanceActions[action].label).join('、'),
  release_days: limits.releaseDays,
  release_notice_days: limits.releaseNoticeDays.join('、'),
  release_shown_days: limits.releaseShownDays,
  stop_notice_minutes: toMinutes(limits.stopNoticeSeconds),
  stop_timer_max_days: limits.stopTimerMaxDays,
  schedule_entries_max: limits.scheduleEntriesMax,
  spend_min: formatFenAsYuan(BigInt(limits.spendMinFen)),
  idle_percent_min: limits.idlePercentMin,
  idle_percent_max: limits.idlePercentMax,
  idle_minutes_min: limits.idleMinutesMin,
  idle_minutes_max: limits.idleMinutesMax,
  low_balance: formatFenAsYuan(BigInt(limits.lowBalanceFen)),
  low_balance_hours: limits.lowBalanceHours,
  queue_creates_max: limits.queueCreatesMax,
  queue_held_hours: limits.queueHeldHours,
  secret_keys_max: limits.secretKeysMax,
  views_max: limits.viewsMax,
  export_direct_rows: limits.exportDirectRows,
  export_kept_days: limits.exportKeptDays,
  min_guardian_age: limits.minGuardianAge,
  maintenance_notice_hours: limits.maintenanceNoticeHours,
  maintenance_reminder_hours: toHours(limits.maintenanceReminderSeconds),
  contact_reply_working_days: limits.contactReplyWorkingDays,
  bill_confirm_working_days: limits.billConfirmWorkingDays,
  major_change_notice_days: limits.majorChangeNoticeDays,
  late_fee_percent_per_day: limits.lateFeePercentPerDay,
  late_termination_days: limits.lateTerminationDays,
  debt_example_owed: formatFenAsYuan(debtExample.owed_fen),
  debt_example_days: debtExample.days,
  debt_example_fee: formatFenAsYuan(computeLateFee(debtExample.owed_fen * BigInt(debtExample.days))),
  auto_renew_hours: limits.autoRenewHours,
  invoice_min: formatFenAsYuan(BigInt(limits.invoiceMinFen)),
  step_up_minutes: toMinutes(limits.stepUpSeconds),
  closing_days: limits.closingDays,
  coupon_reminder_days: limits.couponReminderDays,
  withdrawal_balance_min: formatFenAsYuan(BigInt(limits.withdrawalBalanceMinFen)),
  withdrawal_income_min: formatFenAsYuan(BigInt(limits.withdrawalIncomeMinFen)),
  invite_reward_percent: limits.invitationPercent,
  mining_explanation_hours: limits.miningExplanationHours,
  liability_months: limits.liabilityMonths,
  micro_seconds_per_fen: String(microSecondsPerFen),
  status_table: statusTable,
  stop_reasons: Object.values(stopReasons).join('、'),
  effect_start: getEffect('start'),
  effect_start_without_gpu: getEffect('start_without_gpu'),
  effect_shutdown: getEffect('shutdown'),
  effect_restart: getEffect('restart'),
  effect_save_image: getEffect('save_image'),
  effect_change_image: getEffect('change_image'),
  effect_clone: getEffect('clone'),
  effect_resize_disk: getEffect('resize_disk'),
  effect_migrate: getEffect('migrate'),
  host_gaps: `${capabilityList.map((name) => `- ${capabilityGaps[name]}`).join('；\n')}。`,
  effect_reset_password: getEffect('reset_password'),
  effect_release: getEffect('release'),
  ...billingExamples,
  ...Object.fromEntries(
    Object.entries(agreements).flatMap(([name, { version, effective }]) => [
      [`${name}_version`, version],
      [`${name}_effective`, effective],
    ]),
  ),
}

/** Fills the placeholders of a text. Throws on an unknown one. */
export const fillPlaceholders = (text: string): string =>
  text.replace(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = helpValues[name.trim()]
    if (value === undefined) throw new Error(`{{${name}}} stands for nothing: src/site/help/help-values.ts`)
    return String(value)
  })
