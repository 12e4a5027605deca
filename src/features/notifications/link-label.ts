import { paths } from '#src/paths.ts'

const words: readonly [string, string][] = [
  [paths.income_detail, '查看收支明细'],
  [paths.my_orders, '查看订单'],
  [paths.container_instances, '查看实例'],
  [paths.recharge, '去充值'],
  [paths.certification_details, '查看实名认证'],
  [paths.sub_accounts, '查看子账号'],
  [paths.account_message, '查看账户信息'],
  [paths.account_security, '查看账户安全'],
]

/** What the way on from a notification is called. */
export const linkWord = (link: string): string => words.find(([path]) => link.startsWith(path))?.[1] ?? '查看相关页面'
