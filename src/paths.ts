/** Every address of the site and console (requirements §2), written once. Builders drop what is undefined and encode the rest. */

type PathQuery = Record<string, string | number | undefined>

export const withQuery = (path: `/${string}`, query: PathQuery = {}): `/${string}` => {
  const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined)
  // encodeURIComponent, not URLSearchParams: requirements §6 shows the url parameter with %2F
  return pairs.length ? `${path}?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}` : path
}

export const createIdPath = (path: string) => (id: string) => `${path}/${encodeURIComponent(id)}`

export const paths = {
  root: '/',
  home: (query?: { type?: 'login' | 'register' | undefined; url?: string | undefined; invite_code?: string | undefined }) =>
    withQuery('/home', query),
  phoneLogin: (query?: { url?: string | undefined; invite_code?: string | undefined }) => withQuery('/phone-login', query),
  phoneRegister: (query?: { url?: string | undefined; invite_code?: string | undefined }) => withQuery('/phone-register', query),
  market: '/market',
  lgModelAio: '/lg-model-aio',
  aboutUs: '/about-us',
  community: '/community',
  communityImages: '/community/image',
  communityImage: (id: string) => withQuery('/community/image/detail', { id }),
  communityImagePattern: '/community/image/detail',
  communityImageRelease: '/community/image/release',
  communityAuthor: (id: string) => withQuery('/community/author', { id }),
  communityAuthorPattern: '/community/author',
  creativeIncome: '/community/creative-income',
  communityDataSets: '/community/data-set',
  communityDataSet: (id: string) => withQuery('/community/data-set/detail', { id }),
  communityDataSetPattern: '/community/data-set/detail',
  communityDataSetRelease: '/community/data-set/release',
  help: '/help/',
  helpArticle: (slug: string) => `/help/${slug}`,
  helpArticlePattern: '/help/:slug',
  serviceAgreement: '/help/serviceagreement',
  privacyPolicy: '/help/privacypolicy',
  antiMining: '/help/anti-mining',
  /** A file that the build writes (scripts/notices.ts). */
  thirdPartyNotices: '/third-party-notices.txt',

  createInstance: (query?: {
    product_id?: string | undefined
    gpu_num?: number | undefined
    charge_rule?: string | undefined
    image_id?: string | undefined
    activity_id?: string | undefined
    data_set_id?: string | undefined
    data_set_version_id?: string | undefined
  }) => withQuery('/create-instance', query),
  alreadyInstance: (query?: {
    gpu_type?: string | undefined
    instance_name?: string | undefined
    activity_id?: string | undefined
  }) => withQuery('/already-instance', query),
  recharge: '/recharge',
  /** With what the form opens with, and the page to come back to; `order` is a payment on its way. */
  rechargeFor: (query: { amount?: string | undefined; order?: string | undefined; return?: string | undefined }) =>
    withQuery('/recharge', query),

  console: '/console',
  dataOverview: '/console/data-overview',
  containerInstances: '/console/container-instance',
  containerInstanceDetail: '/console/container-instance/detail',
  containerInstance: createIdPath('/console/container-instance/detail'),
  containerInstanceTab: (id: string, tab: string) =>
    withQuery(`/console/container-instance/detail/${encodeURIComponent(id)}`, { tab }),
  containerInstancePattern: '/console/container-instance/detail/:id',
  instanceRenew: (query: { id: string; charge_rule?: string | undefined }) =>
    withQuery('/console/container-instance/renew', query),
  instanceRenewPattern: '/console/container-instance/renew',
  instanceLift: (query: { id: string; gpu_num?: number | undefined }) => withQuery('/console/container-instance/lift', query),
  instanceLiftPattern: '/console/container-instance/lift',
  instanceConvertBill: (query: { id: string; charge_rule?: string | undefined }) =>
    withQuery('/console/container-instance/convert-bill', query),
  instanceConvertBillPattern: '/console/container-instance/convert-bill',
  instanceCouponConfig: (query: { id: string }) => withQuery('/console/container-instance/coupon-config', query),
  instanceCouponConfigPattern: '/console/container-instance/coupon-config',
  containerInstanceMonitor: '/console/container-instance/monitor',
  containerInstanceMonitorPattern: '/console/container-instance/monitor/:id',
  queue: '/console/queue',
  stockAlerts: '/console/stock-alert',
  secretKeys: '/console/secret-key',
  images: '/console/image',
  privateImages: '/console/image/private-image',
  sharedImages: '/console/image/private-image/shared',
  consoleCommunityImages: '/console/image/community-image',
  myCollectedImages: '/console/image/community-image/my-collect',
  myCollectedImage: (id: string) => withQuery('/console/my-collect-image/image-info', { id }),
  myCollectedImagePattern: '/console/my-collect-image/image-info',
  applyOriginal: '/console/image/apply-original',
  applyOriginalFor: (query: { kind: string; entry_id: string }) => withQuery('/console/image/apply-original/create', query),
  releaseImage: '/console/image/release-image',
  releaseImageEntry: createIdPath('/console/image/release-image'),
  /** With the private image to publish, the own entry that gets a further version, or its version to hand in again. */
  releaseImageOf: (query: { private_image_id?: string | undefined; id?: string | undefined; again?: string | undefined }) =>
    withQuery('/console/image/release-image', query),
  imageInfo: (id: string) => withQuery('/console/image/image-info', { id }),
  imageInfoPattern: '/console/image/image-info',
  dataSets: '/console/data-set',
  dataSet: createIdPath('/console/data-set'),
  myDataSetGroup: '/console/my-data-set',
  myDataSets: '/console/my-data-set/my-data-set',
  releaseDataSet: '/console/my-data-set/release-dataset',
  /** With the data set that gets a further version, or the version of it that is submitted again. */
  releaseDataSetOf: (query: { id?: string | undefined; version_id?: string | undefined }) =>
    withQuery('/console/my-data-set/release-dataset', query),
  myCollectedData: '/console/my-data-set/my-collect-data',
  myDataSet: (id: string) => withQuery('/console/my-data-set/detail', { id }),
  myDataSetPattern: '/console/my-data-set/detail',
  myCollectedDataSet: (id: string) => withQuery('/console/my-data-set/collect-detail', { id }),
  myCollectedDataSetPattern: '/console/my-data-set/collect-detail',
  fileStorage: '/console/file-storage',
  fileStorageAt: (query: { region_id?: string | undefined; path?: string | undefined }) =>
    withQuery('/console/file-storage', query),
  cost: '/console/cost',
  incomeDetail: '/console/cost/income-detail',
  incomeEntry: createIdPath('/console/cost/income-detail'),
  costOverview: '/console/cost/cost-overview',
  whatIf: '/console/cost/what-if',
  myOrders: '/console/cost/my-order',
  myOrder: createIdPath('/console/cost/my-order'),
  recharges: '/console/cost/recharge-record',
  exports: '/console/export',
  bankTransfers: '/console/cost/bank-transfer',
  consumption: '/console/cost/consumption',
  consumptionOf: ({ instance_id: instanceId, day }: { instance_id?: string | undefined; day?: string | undefined }) =>
    withQuery('/console/cost/consumption', { instance_id: instanceId, from: day, to: day }),
  invoices: '/console/cost/invoice-manage',
  invoiceTitles: '/console/cost/invoice-manage/title',
  invoiceTitleCreate: '/console/cost/invoice-manage/title/create',
  invoiceTitleEdit: (id: string) => `${createIdPath('/console/cost/invoice-manage/title')(id)}/edit`,
  invoiceDetails: (query: { id: string }) => withQuery('/console/cost/invoice-details', query),
  invoiceDetailsPattern: '/console/cost/invoice-details',
  invoiceEmails: '/console/cost/email',
  invoicing: '/console/cost/invoicing',
  coupons: '/console/cost/coupon',
  coupon: createIdPath('/console/cost/coupon'),
  withdrawals: '/console/cost/withdrawal',
  newWithdrawal: '/console/cost/withdrawal/create',
  chargeConfig: '/console/cost/charge-config',
  accountMessage: '/console/account-message',
  invitation: '/console/invitation',
  subAccounts: '/console/account/sub-account',
  projects: '/console/account/project',
  account: '/console/account',
  ownDirectories: '/console/account/organisation',
  accountSecurity: '/console/account/security',
  accountInfo: '/console/account/info',
  certificationDetails: '/console/account/certification-details',
  certificationDetailsFor: (query: { return?: string | undefined }) => withQuery('/console/account/certification-details', query),
  notice: '/console/notice',
  messages: '/console/notice/message',
  message: (id: string) => withQuery('/console/notice/message/detail', { id }),
  messagePattern: '/console/notice/message/detail?id=:id',
  largeModelApi: '/console/large-model-api',
  accessApi: '/console/large-model-api/access-api',
  billApi: '/console/large-model-api/bill-api',
  billApiOf: (query: {
    from?: string | undefined
    to?: string | undefined
    model?: string | undefined
    key_id?: string | undefined
  }) => withQuery('/console/large-model-api/bill-api', query),
  monthBillDetail: '/console/large-model-api/month-bill-detail',
  operator: '/operator',
  operatorOpening: '/operator/opening',
  operatorMessages: '/operator/messages',
  operatorExports: '/operator/exports',
  sandbox: '/sandbox',
  sandboxCashier: '/sandbox/cashier/:trade_no',
  sandboxWechat: '/sandbox/wechat',
  /** Opened on the phone, from the message of the official account. */
  wechatConfirm: '/wechat/confirm',
  /** Where the holder of a phone answers to an invitation. */
  /** Where the first administrator is made; must match `setupPath` of the contract. */
  setup: '/setup',
  acceptSubAccount: '/sub-account/accept',
  /** Where people choose the school or company whose account they sign in with. */
  organisations: (url?: string) => withQuery('/sso', { url }),
  organisation: (slug: string, url?: string) => withQuery(`/sso/${slug}`, { url }),
  organisationPattern: '/sso/:slug',
  /** Where its sign-in page sends people back to; must match `getDirectoryReturnUrl` of the server. */
  organisationReturn: '/sso/callback',
  /** Behind the last line of mails; must match `unsubscribePath` of the contract. */
  unsubscribe: '/unsubscribe',
} as const
