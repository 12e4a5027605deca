/** Business constants shared by server, console and texts. Each name contains its unit; the source follows as a comment. */
export const limits = {
  smsResendSeconds: 60, // requirements §9
  captchaValidSeconds: 300, // product §2
  captchaMaxTries: 5, // product §2
  wechatSceneSeconds: 300, // product §2
  wechatConfirmedSeconds: 900, // time to bind a phone or to register after the confirming tap
  wechatPollMs: 2000, // requirements §9
  wechatBindSends: 3, // per scene
  accessTokenSeconds: 900, // product §2
  refreshTokenDays: 30, // product §2
  refreshGraceSeconds: 10, // product §2
  codesKeptDays: 2, // SMS codes and scans, counted from creation
  deliveriesKeptDays: 30, // delivery records of SMS, mail and webhook notices
  enrolmentSeconds: 900, // a shown secret until a code confirms it
  signInTicketSeconds: 300, // between the two steps of a sign-in
  signInTicketTries: 5,
  recoveryCodes: 10,
  sessionDays: 90, // since signing in, regardless of use (decision 059)
  operatorSessionHours: 12,
  directorySessionHours: 24, // decision 113
  directoryVisitSeconds: 600, // at the organisation's own sign-in page
  directoryRulesMax: 100,
  stepUpSeconds: 600, // product §2
  streamRetryMs: 10_000, // requirements §9
  streamRetries: 20, // requirements §9
  streamHeartbeatMs: 120_000, // requirements §9
  unreadBadgeMax: 99, // requirements §9
  carouselMs: 5000, // requirements §4, §9
  pageSizeMax: 100, // product §11
  countedRowsMax: 10_000, // of a list, unless asked for all (decision 089)
  quoteValidSeconds: 600, // product §3
  rechargeValidSeconds: 1800, // product §5
  orderPendingSeconds: 900, // product §5
  ordersPendingMax: 5,
  meteredGapSeconds: 300, // longest silence that is billed whole (decision 003)
  forecastDays: 90,
  rechargeMinFen: 1,
  rechargeMaxFen: 10_000_000,
  rechargesPendingMax: 20,
  arrearsGraceSeconds: 3600, // product §5
  couponAmountMaxFen: 1_000_000, // ¥10,000 per voucher or order
  couponCodesMax: 1000, // per batch
  couponGrantMax: 100, // recipients per batch
  couponReminderDays: 3,
  redeemTriesHour: 10,
  redeemNetworkTriesHour: 60,
  freeDataDiskGb: 50, // product §4
  dataDiskMaxGb: 2000,
  dataDiskPriceMicroPerGbHour: 300, // ¥0.0003/GB/h above the free part
  hourOriginMicro: 2_280_000, // requirements §9: default list price of a product without one, ¥2.28
  dayOriginMicro: 54_720_000, // requirements §9
  weekOriginMicro: 383_040_000, // requirements §9
  systemDiskGb: 30, // product §4
  noGpuCpu: 0.5, // product §4
  noGpuMemoryGb: 2, // product §4
  noGpuPriceMicro: 100_000, // product §4: ¥0.10/h
  privateImagesMax: 20,
  imageNameMax: 40,
  imageSharesMax: 20, // per image
  imageReleasesMax: 50, // per author
  imageVersionsMax: 100, // per entry
  imagePriceMaxFen: 1000, // fen per hour, in steps of 1 fen (product §7)
  entrySummaryMax: 100,
  entryTagsMax: 8,
  entryLicenceMax: 60,
  readmeMax: 50_000,
  originalLinksMax: 5,
  originalStatementMax: 1000,
  bulkMax: 100,
  releaseDays: 15, // product §4
  releaseNoticeDays: [8, 12, 14], // product §4
  releaseShownDays: 7,
  stopNoticeSeconds: 600,
  stopTimerMaxDays: 30,
  scheduleEntriesMax: 14,
  spendMinFen: 10,
  idlePercentMin: 1,
  idlePercentMax: 50,
  idleMinutesMin: 10,
  idleMinutesMax: 720,
  lowBalanceFen: 1000, // product §5
  lowBalanceHours: 24, // product §5
  lowBalanceHoursMax: 720,
  queueCreatesMax: 5,
  queueHeldHours: 24,
  queueHistoryDays: 7,
  periodQuantityMax: 52,
  autoRenewHours: 24, // product §5
  autoRenewRetryHours: 1,
  expiryNoticeHours: [72, 24, 6, 2], // each is sent only in the last quarter of the purchased time
  dataSetsMax: 20, // per author
  dataSetVersionsMax: 20, // per data set
  dataSetBytesMax: 107_374_182_400, // 100 GiB per version
  dataSetFilesMax: 100_000, // per version
  dataSetNameMax: 40,
  dataSetSummaryMax: 120,
  dataSetTagMax: 20,
  dataSetTagsMax: 5,
  dataSetLicenceMax: 80,
  dataSetReadmeMax: 50_000,
  dataSetPreviewBytes: 65_536,
  dataSetPictureMaxBytes: 5_242_880,
  instanceDataSetsMax: 10,
  storageFreeGb: 20, // per region (product §7)
  storageQuotaMaxGb: 10_000,
  fileNameMaxBytes: 255,
  filePathMaxBytes: 1024,
  fileMaxBytes: 107_374_182_400, // 100 GiB
  filePreviewBytes: 65_536,
  uploadsOpenMax: 200, // per user
  uploadIdleHours: 24, // since the last received byte
  downloadLinkSeconds: 300,
  extractFiles: 50_000, // per archive
  extractFolders: 50_000, // per archive
  extractLevels: 64, // path depth
  extractRatio: 200, // uncompressed to compressed bytes
  extractTasksOpenMax: 5, // per user
  exportDirectRows: 100_000, // answered at once, unless configured otherwise
  exportKeptDays: 7, // the file of an export
  exportTasksKeptDays: 30, // what is known of it
  exportTasksOpenMax: 2, // per user
  exportFilesMax: 20, // per user, with those under way
  exportTasksDayMax: 50, // per user, created within 24 hours
  exportTriesMax: 5, // starts of one export, before it has failed
  terminalsMax: 10, // per user and node
  secretKeysMax: 20,
  secretKeysMadePerHour: 10,
  viewsMax: 20, // per list
  viewsAllMax: 1000, // per user
  viewNameMax: 20,
  instanceNameMax: 40,
  minGuardianAge: 14, // requirements §9
  maintenanceNoticeHours: 24, // requirements §9
  maintenanceReminderSeconds: 3600,
  maintenanceMaxHours: 72,
  contactReplyWorkingDays: 15, // requirements §9
  invoiceMinFen: 100, // product §5
  invoiceItemsMax: 1000,
  invoiceEmailsMax: 5,
  invoiceTitlesMax: 20,
  invoiceTitleMax: 100,
  invoiceRemarkMax: 130,
  invoiceCodeSeconds: 600,
  invoiceTaxPercent: 6,
  billConfirmWorkingDays: 5, // requirements §9
  majorChangeNoticeDays: 3, // requirements §9
  lateFeePercentPerDay: 0.1, // requirements §9
  operatorAloneFen: 100_000, // per operator and day: sum of adjustments, coupons, refunds and bank transfers
  lateTerminationDays: 15, // requirements §9: late if more than this
  miningExplanationHours: 24, // requirements §9
  liabilityMonths: 12, // requirements §9
  leadsPerPhoneDay: 3,
  leadsPerNetworkDay: 10,
  stockAlertsMax: 20,
  noticeSmsPerDay: 5, // per person, verification codes not counted
  noticeTriesMax: 6,
  emailCodeSeconds: 600,
  emailCodesPerDay: 10,
  webhookTimeoutMs: 5000,
  webhookAnswerBytes: 65_536,
  webhookTestsPerHour: 20,
  notificationRestoreSeconds: 600,
  announcementTitleMax: 60,
  announcementMax: 5000,
  invitationPercent: 10, // product §6
  invitationYears: 1, // product §6
  projectsMax: 50,
  projectNameMax: 20,
  projectGpusMax: 1000,
  subAccountsMax: 50, // invited by phone
  directoryPeopleMax: 5000, // of one master, besides the invited
  subAccountNameMax: 20,
  subAccountInstancesMax: 100,
  subAccountsPerHour: 20,
  subAccountInvitationDays: 7,
  subAccountInvitationsPerDay: 3, // per phone, over all senders
  avatarMaxBytes: 2_097_152, // product §6
  avatarPx: 256,
  pictureMaxBytes: 5_242_880,
  invoiceFileMaxBytes: 5_242_880,
  pictureMaxPixels: 25_000_000, // product §6
  picturePx: 2400,
  closingDays: 7,
  phoneChangesPerDay: 3,
  bankTransferMaxFen: 10_000_000_000,
  bankTransfersOpenMax: 5,
  withdrawalBalanceMinFen: 1, // requirements §9, type 1
  withdrawalIncomeMinFen: 1000, // requirements §9, type 2
  withdrawalTwoPeopleFen: 100_000, // amounts above this need two people
  withdrawalsOpenMax: 5,
  creatorIntroductionMax: 500,
  creatorLinksMax: 5,
  creatorSharePercent: 100, // of the image price paid in cash
  creatorStatementHours: 2, // after the end of the month
  llmKeysMax: 20,
  llmCapMaxYuan: 100_000,
  llmRequestsPerMinute: 300, // per key
  llmImagesMax: 16,
  llmBodyMaxBytes: 8_388_608,
  llmSilenceSeconds: 120, // longest pause of the upstream within an answer
  llmCallMaxSeconds: 900,
  llmLeaseSeconds: 90,
} as const
