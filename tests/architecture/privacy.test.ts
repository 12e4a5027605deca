import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadCrudNouns } from '#server/crud-nouns.ts'

/** What a column is called that says something of a person, or whose row it is. */
const personal =
  /^((user|owner|author|creator|consumer|spender|inviter|master|avatar)_id|phone|invited_phone|email|emails|address|network|ip|user_agent|open_id|from_user|bank_account|tax_number|payer_name|password_hash|nickname|public_key|authorized_key|company|\w+_(cipher|masked|index))$/

const types = readFileSync('server/db/types.ts', 'utf8')
const tables = [...types.matchAll(/^ {2}(\w+): \{\n(.*?)\n {2}\}/gms)].map(([, name = '', body = '']) => ({
  name,
  columns: [...body.matchAll(/^ {4}(\w+):/gm)].map(([, column = '']) => column),
}))
const personalColumns = (table: string) =>
  tables.find(({ name }) => name === table)?.columns.filter((column) => personal.test(column)) ?? []
/** Of the nouns that `ownedCrud` serves: closing an account deletes their rows. */
const ownTables: readonly string[] = (await loadCrudNouns()).map(({ table }) => table)

/** By the words of the policy's table, what we keep of people. A new table of people belongs here, and in the policy. */
const families: Readonly<Record<string, readonly string[]>> = {
  '手机号、密码、昵称与头像': ['users', 'pictures'],
  短信验证码: ['captchas'],
  OpenID: ['wechat_bindings', 'wechat_scenes', 'wechat_messages'],
  '姓名、身份证号': ['real_names', 'identity_reviews', 'closed_identities'],
  两步验证的密钥与恢复码: ['second_factors', 'second_factor_enrolments', 'recovery_codes', 'sign_in_tickets'],
  证件照片: ['certifications', 'pictures'],
  邮箱地址: ['notice_emails', 'invoice_emails'],
  Webhook: ['notice_webhooks'],
  网络地址: ['sessions', 'audit_log', 'idempotency_keys'],
  同意记录: ['consents'],
  '订单、账单': [
    ...['accounts', 'balance_adjustments', 'balance_alerts', 'charge_configs', 'coupons', 'debts', 'orders', 'recharges'],
    ...['segments', 'image_periods', 'llm_accounts', 'consumption_lines', 'consumption_days', 'export_tasks'],
  ],
  对公转账: ['bank_transfers', 'pictures'],
  银行卡号: ['withdrawals'],
  发票抬头: ['invoice_titles', 'invoices', 'invoice_items', 'invoice_mails'],
  实例的名称: ['instances', 'instance_passwords'],
  'SSH 公钥': ['secret_keys', 'terminal_tickets', 'port_tickets'],
  '文件、数据集、镜像': [
    ...['storage_uploads', 'storage_tasks', 'storage_usage', 'images', 'image_shares', 'data_sets', 'data_set_uses'],
    ...['community_images', 'community_image_uses'],
  ],
  大模型调用记录: ['llm_calls', 'llm_keys'],
  创作者与原创申请: ['creator_audits', 'originals', 'creator_statements', 'creator_statement_lines'],
  通知及其发送记录: ['notifications', 'notice_deliveries', 'notice_preferences', 'stream_events'],
  邀请关系: ['invitation_rewards', 'sub_accounts', 'projects', 'directories'],
  组织给出的编号: ['directory_people'],
  '排队、收藏': ['queue_entries', 'stock_alerts', 'views', 'community_image_stars', 'data_set_stars'],
  '称呼、手机号、单位': ['leads', 'lead_notes'],
  // with nothing but their owner in them that says who somebody is
  自己添加的备注等记录: ownTables.filter((table) => personalColumns(table).every((column) => column === 'user_id')),
}

const policy = readFileSync('src/site/help/articles/legal/privacypolicy.md', 'utf8')
const rows = policy
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('requirements §1 The privacy policy', () => {
  it('speaks of every table that says something of a person', () => {
    const known = new Set(Object.values(families).flat())
    const ofPeople = tables.filter(({ columns }) => columns.some((column) => personal.test(column)))
    expect(ofPeople.length).toBeGreaterThan(60)
    expect(ofPeople.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => !ofPeople.some((table) => table.name === name))).toEqual([])
  })

  it.each(Object.keys(families))('says that we keep %s', (words) => {
    const said = rows.map(([, what = '']) => what).join('\n')
    for (const word of words.split(/、|与/)) expect(said).toContain(word)
  })

  it('says of each what it is for, how it is kept and for how long', () => {
    expect(rows.length).toBeGreaterThan(20)
    for (const [, what, ...cells] of rows) expect(cells.slice(0, 3).every(Boolean), what).toBe(true)
  })

  it('says that what is sealed is sealed', () => {
    for (const word of ['身份证号', '证件照片', '银行卡号', 'Webhook', '两步验证']) {
      const row = rows.find(([, what]) => what?.includes(word))
      expect(row?.[4], word).toContain('加密')
    }
  })

  it('does not deny what the withdrawal form asks for', () => {
    expect(policy).not.toMatch(/[^时]我们不收集你的银行卡号/)
    expect(policy).toContain('只有在你把收益提现到银行卡时，我们才收集收款的银行卡号')
  })
})
