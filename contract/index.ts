import { account_message } from './account-message.ts'
import { account_security } from './account-security.ts'
import { activities } from './activities.ts'
import { auth } from './auth.ts'
import { bank_transfers } from './bank-transfers.ts'
import { banners } from './banners.ts'
import { certification } from './certification.ts'
import { community_authors, community_images, data_sets } from './community.ts'
import { consumption } from './consumption.ts'
import { coupons } from './coupons.ts'
import { creator_income } from './creator-income.ts'
import { creators } from './creators.ts'
import { debts } from './debts.ts'
import type { Endpoint } from './endpoint.ts'
import { expiry } from './expiry.ts'
import { file_storage } from './file-storage.ts'
import { guards } from './guards.ts'
import { help } from './help.ts'
import { image_releases } from './image-releases.ts'
import { instance_access } from './instance-access.ts'
import { instance_data_sets } from './instance-datasets.ts'
import { instance_money } from './instance-money.ts'
import { instances } from './instances.ts'
import { invitation } from './invitation.ts'
import { invoice_emails } from './invoice-emails.ts'
import { invoice_titles } from './invoice-titles.ts'
import { invoices } from './invoices.ts'
import { leads } from './leads.ts'
import { ledger_entries } from './ledger-entries.ts'
import { llm_bills } from './llm-bills.ts'
import { llm_keys } from './llm-keys.ts'
import { llm_models } from './llm-models.ts'
import { monitor } from './monitor.ts'
import { my_data_sets } from './my-datasets.ts'
import { notification_preferences } from './notification-preferences.ts'
import { notifications } from './notifications.ts'
import { operator_activities } from './operator/activities.ts'
import { operator_adjustments } from './operator/adjustments.ts'
import { operator_announcements } from './operator/announcements.ts'
import { operator_audit } from './operator/audit.ts'
import { operator_bank_transfers } from './operator/bank-transfers.ts'
import { operator_changes } from './operator/changes.ts'
import { operator_coupons } from './operator/coupons.ts'
import { operator_creator_statements } from './operator/creator-statements.ts'
import { operator_creators } from './operator/creators.ts'
import { operator_data_set_types, operator_data_sets } from './operator/datasets.ts'
import { operator_help_articles } from './operator/help-articles.ts'
import { operator_hosts } from './operator/hosts.ts'
import { operator_identities } from './operator/identities.ts'
import { operator_image_reviews } from './operator/image-reviews.ts'
import { operator_images } from './operator/images.ts'
import { operator_instances } from './operator/instances.ts'
import { operator_invoices } from './operator/invoices.ts'
import { operator_leads } from './operator/leads.ts'
import { operator_llm_calls, operator_llm_models } from './operator/llm.ts'
import { operator_entries, operator_finance, operator_gpus, operator_orders, operator_panel } from './operator/money.ts'
import { operator_originals } from './operator/originals.ts'
import { operator_products } from './operator/products.ts'
import { operator_quarantine } from './operator/quarantine.ts'
import { operator_real_names } from './operator/real-names.ts'
import { operator_recharges } from './operator/recharges.ts'
import { operator_regions } from './operator/regions.ts'
import { operator_banners, operator_home_message } from './operator/site-content.ts'
import { operator_storage } from './operator/storage.ts'
import { operator_users } from './operator/users.ts'
import { operator_withdrawals } from './operator/withdrawals.ts'
import { orders } from './orders.ts'
import { originals } from './originals.ts'
import { platform, sandbox } from './platform.ts'
import { private_images } from './private-images.ts'
import { products } from './products.ts'
import { queue } from './queue.ts'
import { secret_keys } from './secret-keys.ts'
import { step_up } from './step-up.ts'
import { stock_alerts } from './stock-alerts.ts'
import { sub_accounts } from './sub-accounts.ts'
import { users } from './users.ts'
import { views } from './views.ts'
import { wallet } from './wallet.ts'
import { sandbox_wechat, wechat } from './wechat.ts'
import { withdrawals } from './withdrawals.ts'

/** Every call of `/api/v1` but those of the nouns that `crud()` declares, which server/crud-nouns.ts finds by itself. */
const contract = {
  auth,
  step_up,
  wechat,
  users,
  account_security,
  certification,
  products,
  activities,
  banners,
  orders,
  instances,
  instance_access,
  instance_money,
  expiry,
  guards,
  debts,
  monitor,
  secret_keys,
  private_images,
  image_releases,
  originals,
  community_images,
  creators,
  creator_income,
  community_authors,
  data_sets,
  my_data_sets,
  instance_data_sets,
  file_storage,
  queue,
  wallet,
  ledger_entries,
  consumption,
  bank_transfers,
  withdrawals,
  coupons,
  invoices,
  invoice_titles,
  invoice_emails,
  notifications,
  notification_preferences,
  account_message,
  invitation,
  sub_accounts,
  llm_models,
  llm_keys,
  llm_bills,
  views,
  leads,
  stock_alerts,
  help,
  platform,
  sandbox,
  sandbox_wechat,
  operator_panel,
  operator_gpus,
  operator_products,
  operator_quarantine,
  operator_regions,
  operator_hosts,
  operator_images,
  operator_image_reviews,
  operator_originals,
  operator_data_sets,
  operator_data_set_types,
  operator_storage,
  operator_users,
  operator_identities,
  operator_real_names,
  operator_creators,
  operator_creator_statements,
  operator_instances,
  operator_changes,
  operator_orders,
  operator_entries,
  operator_recharges,
  operator_bank_transfers,
  operator_withdrawals,
  operator_finance,
  operator_coupons,
  operator_audit,
  operator_invoices,
  operator_leads,
  operator_help_articles,
  operator_activities,
  operator_adjustments,
  operator_banners,
  operator_home_message,
  operator_announcements,
  operator_llm_models,
  operator_llm_calls,
}

export interface NamedEndpoint {
  /** `instances.start` */
  name: string
  group: string
  endpoint: Endpoint
}

export const nameEndpoints = (group: string, endpoints: Readonly<Record<string, Endpoint>>): NamedEndpoint[] =>
  Object.entries(endpoints).map(([key, endpoint]) => ({ name: `${group}.${key}`, group, endpoint }))

export const all_endpoints: readonly NamedEndpoint[] = Object.entries(contract).flatMap(([group, endpoints]) =>
  nameEndpoints(group, endpoints),
)
