import { accountMessage } from './account-message.ts'
import { accountSecurity } from './account-security.ts'
import { activities } from './activities.ts'
import { auth } from './auth.ts'
import { bankTransfers } from './bank-transfers.ts'
import { banners } from './banners.ts'
import { certification } from './certification.ts'
import { communityAuthors, communityImages, datasets } from './community.ts'
import { consumption } from './consumption.ts'
import { coupons } from './coupons.ts'
import { creatorIncome } from './creator-income.ts'
import { creators } from './creators.ts'
import { debts } from './debts.ts'
import { directories } from './directories.ts'
import type { Endpoint } from './endpoint.ts'
import { expiry } from './expiry.ts'
import { exportTasks, operatorExportTasks } from './export-tasks.ts'
import { fileStorage } from './file-storage.ts'
import { instanceGuards } from './guards.ts'
import { help } from './help.ts'
import { imageReleases } from './image-releases.ts'
import { instanceAccess } from './instance-access.ts'
import { instanceDatasets } from './instance-datasets.ts'
import { instanceMoney } from './instance-money.ts'
import { instances } from './instances.ts'
import { invitation } from './invitation.ts'
import { invoiceEmails } from './invoice-emails.ts'
import { invoiceTitles } from './invoice-titles.ts'
import { invoices } from './invoices.ts'
import { leads } from './leads.ts'
import { ledgerEntries } from './ledger-entries.ts'
import { llmBills } from './llm-bills.ts'
import { llmKeys } from './llm-keys.ts'
import { llmModels } from './llm-models.ts'
import { monitor } from './monitor.ts'
import { myDatasets } from './my-datasets.ts'
import { notificationPreferences } from './notification-preferences.ts'
import { notifications } from './notifications.ts'
import { operatorActivities } from './operator/activities.ts'
import { operatorAdjustments } from './operator/adjustments.ts'
import { operatorAnnouncements } from './operator/announcements.ts'
import { operatorAudit } from './operator/audit.ts'
import { operatorBankTransfers } from './operator/bank-transfers.ts'
import { operatorChanges } from './operator/changes.ts'
import { operatorCoupons } from './operator/coupons.ts'
import { operatorCreatorStatements } from './operator/creator-statements.ts'
import { operatorCreators } from './operator/creators.ts'
import { operatorDatasets, operatorDatasetTypes } from './operator/datasets.ts'
import { operatorDirectories } from './operator/directories.ts'
import { operatorEngines } from './operator/engines.ts'
import { operatorGpus } from './operator/gpus.ts'
import { operatorHelpArticles } from './operator/help-articles.ts'
import { operatorHosts } from './operator/hosts.ts'
import { operatorIdentities } from './operator/identities.ts'
import { operatorImageReviews } from './operator/image-reviews.ts'
import { operatorImages } from './operator/images.ts'
import { operatorInstances } from './operator/instances.ts'
import { operatorInvoices } from './operator/invoices.ts'
import { operatorLeads } from './operator/leads.ts'
import { operatorLlmCalls, operatorLlmModels } from './operator/llm.ts'
import { operatorEntries, operatorFinance, operatorOrders, operatorPanel } from './operator/money.ts'
import { operatorOpening } from './operator/opening.ts'
import { operatorOriginals } from './operator/originals.ts'
import { operatorProducts } from './operator/products.ts'
import { operatorQuarantine } from './operator/quarantine.ts'
import { operatorRealNames } from './operator/real-names.ts'
import { operatorRecharges } from './operator/recharges.ts'
import { operatorRegions } from './operator/regions.ts'
import { operatorSearch } from './operator/search.ts'
import { operatorBanners, operatorHomeMessage } from './operator/site-content.ts'
import { operatorStorage } from './operator/storage.ts'
import { operatorFailures, operatorTrends } from './operator/trends.ts'
import { operatorUsers } from './operator/users.ts'
import { operatorWaiting } from './operator/waiting.ts'
import { operatorWithdrawals } from './operator/withdrawals.ts'
import { orders } from './orders.ts'
import { originals } from './originals.ts'
import { platform, sandbox } from './platform.ts'
import { privateImages } from './private-images.ts'
import { products } from './products.ts'
import { projects } from './projects.ts'
import { queue } from './queue.ts'
import { secondFactor } from './second-factor.ts'
import { secretKeys } from './secret-keys.ts'
import { setup } from './setup.ts'
import { stepUp } from './step-up.ts'
import { stockAlerts } from './stock-alerts.ts'
import { subAccounts } from './sub-accounts.ts'
import { users } from './users.ts'
import { views } from './views.ts'
import { wallet } from './wallet.ts'
import { sandboxWechat, wechat } from './wechat.ts'
import { whatIf } from './what-if.ts'
import { withdrawals } from './withdrawals.ts'

/** All calls of `/api/v1` except the `crud()` resources, which server/crud-nouns.ts discovers itself. */
const contract = {
  auth,
  setup,
  step_up: stepUp,
  second_factor: secondFactor,
  directories,
  wechat,
  users,
  account_security: accountSecurity,
  certification,
  products,
  activities,
  banners,
  orders,
  instances,
  instance_access: instanceAccess,
  instance_money: instanceMoney,
  expiry,
  guards: instanceGuards,
  debts,
  monitor,
  secret_keys: secretKeys,
  private_images: privateImages,
  image_releases: imageReleases,
  originals,
  community_images: communityImages,
  creators,
  creator_income: creatorIncome,
  community_authors: communityAuthors,
  data_sets: datasets,
  my_data_sets: myDatasets,
  instance_data_sets: instanceDatasets,
  file_storage: fileStorage,
  export_tasks: exportTasks,
  queue,
  wallet,
  ledger_entries: ledgerEntries,
  consumption,
  what_if: whatIf,
  bank_transfers: bankTransfers,
  withdrawals,
  coupons,
  invoices,
  invoice_titles: invoiceTitles,
  invoice_emails: invoiceEmails,
  notifications,
  notification_preferences: notificationPreferences,
  account_message: accountMessage,
  invitation,
  sub_accounts: subAccounts,
  projects,
  llm_models: llmModels,
  llm_keys: llmKeys,
  llm_bills: llmBills,
  views,
  leads,
  stock_alerts: stockAlerts,
  help,
  platform,
  sandbox,
  sandbox_wechat: sandboxWechat,
  operator_panel: operatorPanel,
  operator_opening: operatorOpening,
  operator_waiting: operatorWaiting,
  operator_search: operatorSearch,
  operator_trends: operatorTrends,
  operator_failures: operatorFailures,
  operator_gpus: operatorGpus,
  operator_products: operatorProducts,
  operator_quarantine: operatorQuarantine,
  operator_regions: operatorRegions,
  operator_directories: operatorDirectories,
  operator_engines: operatorEngines,
  operator_hosts: operatorHosts,
  operator_images: operatorImages,
  operator_image_reviews: operatorImageReviews,
  operator_originals: operatorOriginals,
  operator_data_sets: operatorDatasets,
  operator_data_set_types: operatorDatasetTypes,
  operator_storage: operatorStorage,
  operator_users: operatorUsers,
  operator_identities: operatorIdentities,
  operator_real_names: operatorRealNames,
  operator_creators: operatorCreators,
  operator_creator_statements: operatorCreatorStatements,
  operator_instances: operatorInstances,
  operator_changes: operatorChanges,
  operator_orders: operatorOrders,
  operator_entries: operatorEntries,
  operator_export_tasks: operatorExportTasks,
  operator_recharges: operatorRecharges,
  operator_bank_transfers: operatorBankTransfers,
  operator_withdrawals: operatorWithdrawals,
  operator_finance: operatorFinance,
  operator_coupons: operatorCoupons,
  operator_audit: operatorAudit,
  operator_invoices: operatorInvoices,
  operator_leads: operatorLeads,
  operator_help_articles: operatorHelpArticles,
  operator_activities: operatorActivities,
  operator_adjustments: operatorAdjustments,
  operator_banners: operatorBanners,
  operator_home_message: operatorHomeMessage,
  operator_announcements: operatorAnnouncements,
  operator_llm_models: operatorLlmModels,
  operator_llm_calls: operatorLlmCalls,
}

export interface NamedEndpoint {
  /** Such as `instances.start`. */
  name: string
  group: string
  endpoint: Endpoint
}

export const nameEndpoints = (group: string, endpoints: Readonly<Record<string, Endpoint>>): NamedEndpoint[] =>
  Object.entries(endpoints).map(([key, endpoint]) => ({ name: `${group}.${key}`, group, endpoint }))

export const allEndpoints: readonly NamedEndpoint[] = Object.entries(contract).flatMap(([group, endpoints]) =>
  nameEndpoints(group, endpoints),
)
