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

/** Money runs out and data goes away: the master can do something about it (product §6). */
export const isForMaster = (of: NotificationClass): boolean => masterClasses.includes(of)

/** A sub-account cannot recharge: it is told who can. */
export const toSubNotice = <T extends NoticeText>(notice: T): T =>
  notice.link === rechargePage
    ? { ...notice, link: accountPage, content: `${notice.content}额度由主账号划拨，请联系主账号增加。` }
    : notice

/** The same for the master, who cannot open the instances of a sub-account. */
export const toMasterNotice = <T extends NoticeText>(notice: T, master: { id: string; sub_name: string }): T => ({
  ...notice,
  user_id: master.id,
  title: `子账号 ${master.sub_name}：${notice.title}`,
  link: subAccountsPage,
})
