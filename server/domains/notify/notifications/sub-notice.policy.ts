import type { NotificationClass } from '#contract/notifications.ts'

interface Text {
  user_id: string
  class: NotificationClass
  title: string
  content: string
  link?: string | null
}

const recharge_page = '/recharge'
const account_page = '/console/account-message'
const sub_accounts_page = '/console/account/sub-account'
const of_masters: readonly NotificationClass[] = ['balance', 'arrears', 'expiry', 'release']

/** Money runs out and data goes away: the master can do something about it (product §6). */
export const isForMaster = (of: NotificationClass): boolean => of_masters.includes(of)

/** A sub-account cannot recharge: it is told who can. */
export const forSub = <T extends Text>(notice: T): T =>
  notice.link === recharge_page
    ? { ...notice, link: account_page, content: `${notice.content}额度由主账号划拨，请联系主账号增加。` }
    : notice

/** The same for the master, who cannot open the instances of a sub-account. */
export const forMaster = <T extends Text>(notice: T, master: { id: string; sub_name: string }): T => ({
  ...notice,
  user_id: master.id,
  title: `子账号 ${master.sub_name}：${notice.title}`,
  link: sub_accounts_page,
})
