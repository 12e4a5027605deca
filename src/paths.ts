/** Every address of the site and console (spec §2), written once. Builders drop what is undefined and encode the rest. */

type Query = Record<string, string | number | undefined>

export const withQuery = (path: `/${string}`, query: Query = {}): `/${string}` => {
  const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined)
  // encodeURIComponent, not URLSearchParams: spec §6 shows the url parameter with %2F
  return pairs.length ? `${path}?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}` : path
}

export const withId = (path: string) => (id: string) => `${path}/${encodeURIComponent(id)}`

export const paths = {
  root: '/',
  home: (query?: { type?: 'login' | 'register' | undefined; url?: string | undefined; invite_code?: string | undefined }) =>
    withQuery('/home', query),
  phone_login: (query?: { url?: string | undefined; invite_code?: string | undefined }) => withQuery('/phone-login', query),
  phone_register: (query?: { url?: string | undefined; invite_code?: string | undefined }) => withQuery('/phone-register', query),
  market: '/market',
  lg_model_aio: '/lg-model-aio',
  about_us: '/about-us',
  community: '/community',
  community_images: '/community/image',
  community_image: (id: string) => withQuery('/community/image/detail', { id }),
  community_image_pattern: '/community/image/detail',
  community_image_release: '/community/image/release',
  community_author: (id: string) => withQuery('/community/author', { id }),
  community_author_pattern: '/community/author',
  creative_income: '/community/creative-income',
  community_data_sets: '/community/data-set',
  community_data_set: (id: string) => withQuery('/community/data-set/detail', { id }),
  community_data_set_pattern: '/community/data-set/detail',
  community_data_set_release: '/community/data-set/release',
  help: '/help/',
  help_article: (slug: string) => `/help/${slug}`,
  help_article_pattern: '/help/:slug',
  service_agreement: '/help/serviceagreement',
  privacy_policy: '/help/privacypolicy',
  anti_mining: '/help/anti-mining',

  create_instance: (query?: {
    product_id?: string | undefined
    gpu_num?: number | undefined
    charge_rule?: string | undefined
    image_id?: string | undefined
    activity_id?: string | undefined
    data_set_id?: string | undefined
    data_set_version_id?: string | undefined
  }) => withQuery('/create-instance', query),
  already_instance: (query?: {
    gpu_type?: string | undefined
    instance_name?: string | undefined
    activity_id?: string | undefined
  }) => withQuery('/already-instance', query),
  recharge: '/recharge',
  /** With what the form opens with, and the page to come back to; `order` is a payment on its way. */
  recharge_for: (query: { amount?: string | undefined; order?: string | undefined; return?: string | undefined }) =>
    withQuery('/recharge', query),

  console: '/console',
  data_overview: '/console/data-overview',
  container_instances: '/console/container-instance',
  container_instance_detail: '/console/container-instance/detail',
  container_instance: withId('/console/container-instance/detail'),
  container_instance_tab: (id: string, tab: string) =>
    withQuery(`/console/container-instance/detail/${encodeURIComponent(id)}`, { tab }),
  container_instance_pattern: '/console/container-instance/detail/:id',
  instance_renew: (query: { id: string }) => withQuery('/console/container-instance/renew', query),
  instance_renew_pattern: '/console/container-instance/renew',
  instance_lift: (query: { id: string }) => withQuery('/console/container-instance/lift', query),
  instance_lift_pattern: '/console/container-instance/lift',
  instance_convert_bill: (query: { id: string }) => withQuery('/console/container-instance/convert-bill', query),
  instance_convert_bill_pattern: '/console/container-instance/convert-bill',
  instance_coupon_config: (query: { id: string }) => withQuery('/console/container-instance/coupon-config', query),
  instance_coupon_config_pattern: '/console/container-instance/coupon-config',
  container_instance_monitor: '/console/container-instance/monitor',
  container_instance_monitor_pattern: '/console/container-instance/monitor/:id',
  queue: '/console/queue',
  stock_alerts: '/console/stock-alert',
  secret_keys: '/console/secret-key',
  images: '/console/image',
  private_images: '/console/image/private-image',
  shared_images: '/console/image/private-image/shared',
  console_community_images: '/console/image/community-image',
  my_collected_images: '/console/image/community-image/my-collect',
  my_collected_image: (id: string) => withQuery('/console/my-collect-image/image-info', { id }),
  my_collected_image_pattern: '/console/my-collect-image/image-info',
  apply_original: '/console/image/apply-original',
  apply_original_for: (query: { kind: string; entry_id: string }) => withQuery('/console/image/apply-original/create', query),
  release_image: '/console/image/release-image',
  release_image_entry: withId('/console/image/release-image'),
  /** With the private image to publish, the own entry that gets a further version, or its version to hand in again. */
  release_image_of: (query: { private_image_id?: string | undefined; id?: string | undefined; again?: string | undefined }) =>
    withQuery('/console/image/release-image', query),
  image_info: (id: string) => withQuery('/console/image/image-info', { id }),
  image_info_pattern: '/console/image/image-info',
  data_sets: '/console/data-set',
  data_set: withId('/console/data-set'),
  my_data_set_group: '/console/my-data-set',
  my_data_sets: '/console/my-data-set/my-data-set',
  release_data_set: '/console/my-data-set/release-dataset',
  /** With the data set that gets a further version, or the version of it that is submitted again. */
  release_data_set_of: (query: { id?: string | undefined; version_id?: string | undefined }) =>
    withQuery('/console/my-data-set/release-dataset', query),
  my_collected_data: '/console/my-data-set/my-collect-data',
  my_data_set: (id: string) => withQuery('/console/my-data-set/detail', { id }),
  my_data_set_pattern: '/console/my-data-set/detail',
  my_collected_data_set: (id: string) => withQuery('/console/my-data-set/collect-detail', { id }),
  my_collected_data_set_pattern: '/console/my-data-set/collect-detail',
  file_storage: '/console/file-storage',
  file_storage_at: (query: { region_id?: string | undefined; path?: string | undefined }) =>
    withQuery('/console/file-storage', query),
  cost: '/console/cost',
  income_detail: '/console/cost/income-detail',
  income_entry: withId('/console/cost/income-detail'),
  cost_overview: '/console/cost/cost-overview',
  my_orders: '/console/cost/my-order',
  my_order: withId('/console/cost/my-order'),
  recharges: '/console/cost/recharge-record',
  bank_transfers: '/console/cost/bank-transfer',
  consumption: '/console/cost/consumption',
  consumption_of: ({ instance_id, day }: { instance_id?: string | undefined; day?: string | undefined }) =>
    withQuery('/console/cost/consumption', { instance_id, from: day, to: day }),
  invoices: '/console/cost/invoice-manage',
  invoice_titles: '/console/cost/invoice-manage/title',
  invoice_title_create: '/console/cost/invoice-manage/title/create',
  invoice_title_edit: (id: string) => `${withId('/console/cost/invoice-manage/title')(id)}/edit`,
  invoice_details: (query: { id: string }) => withQuery('/console/cost/invoice-details', query),
  invoice_details_pattern: '/console/cost/invoice-details',
  invoice_emails: '/console/cost/email',
  invoicing: '/console/cost/invoicing',
  coupons: '/console/cost/coupon',
  coupon: withId('/console/cost/coupon'),
  withdrawals: '/console/cost/withdrawal',
  new_withdrawal: '/console/cost/withdrawal/create',
  charge_config: '/console/cost/charge-config',
  account_message: '/console/account-message',
  invitation: '/console/invitation',
  sub_accounts: '/console/account/sub-account',
  account: '/console/account',
  account_security: '/console/account/security',
  account_info: '/console/account/info',
  certification_details: '/console/account/certification-details',
  certification_details_for: (query: { return?: string | undefined }) =>
    withQuery('/console/account/certification-details', query),
  notice: '/console/notice',
  messages: '/console/notice/message',
  message: (id: string) => withQuery('/console/notice/message/detail', { id }),
  message_pattern: '/console/notice/message/detail?id=:id',
  large_model_api: '/console/large-model-api',
  access_api: '/console/large-model-api/access-api',
  bill_api: '/console/large-model-api/bill-api',
  bill_api_of: (query: {
    from?: string | undefined
    to?: string | undefined
    model?: string | undefined
    key_id?: string | undefined
  }) => withQuery('/console/large-model-api/bill-api', query),
  month_bill_detail: '/console/large-model-api/month-bill-detail',
  operator: '/operator',
  sandbox: '/sandbox',
  sandbox_cashier: '/sandbox/cashier/:trade_no',
  sandbox_wechat: '/sandbox/wechat',
  /** Opened on the phone, from the message of the official account. */
  wechat_confirm: '/wechat/confirm',
  /** Where the holder of a phone answers to an invitation. */
  accept_sub_account: '/sub-account/accept',
} as const
