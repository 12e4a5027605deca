import type { NotificationClass } from '#contract/notifications.ts'

interface NoticeText {
  user_id: string
  class: NotificationClass
  title: string
  content: string
  link?: string | null
}

const rechargePage = '/recharge'
const accountPage = '/console/account-message'
const subAccountsPage = '/console/account/sub-account'
const masterClasses: readonly NotificationClass[] = ['balance', 'arrears', 'expiry', 'release']

/**
 * Returns whether the class also goes to the master, who can act when money runs out or data is about to be deleted (product §6).
 */
export const isForMaster = (of: NotificationClass): boolean => masterClasses.includes(of)

/** Adapts a notice for a sub-account, which cannot recharge: tells it to ask its master. */
export const toSubNotice = <T extends NoticeText>(notice: T): T =>
  notice.link === rechargePage
    ? { ...notice, link: accountPage, content: `${notice.content}额度由主账号划拨，请联系主账号增加。` }
    : notice

/** Adapts a notice for the master, who cannot open a sub-account's instances. */
export const toMasterNotice = <T extends NoticeText>(notice: T, master: { id: string; sub_name: string }): T => ({
  ...notice,
  user_id: master.id,
  title: `子账号 ${master.sub_name}：${notice.title}`,
  link: subAccountsPage,
})
