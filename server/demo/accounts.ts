import { randomUUID } from 'node:crypto'
import { demoRepo } from '#server/demo/demo.repo.ts'
import type { Deps } from '#server/deps.ts'
import { hashPassword, isCorrectPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { storeIdentity } from '#server/domains/accounts/users/real-name.service.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import { rechargesRepo } from '#server/domains/money/wallet/recharges.repo.ts'
import { createWalletAccounts } from '#server/ledger/ledger.ts'
import { newId, newInviteCode } from '#server/lib/ids.ts'
import { inTransaction } from '#server/tx.ts'

interface DemoAccount {
  who: string
  phone: string
  password: string
  nickname: string
  role?: string
  is_tencent?: boolean
  is_creator?: boolean
  /** Verified account, funded through the sandbox cashier. */
  rich?: { name: string; id_number: string; amount_fen: bigint }
}

export const demoCreatorPhone = '13800000005'

export const demoAccounts: readonly DemoAccount[] = [
  {
    who: '普通用户',
    phone: '13800000001',
    password: 'Zhisuan-2026',
    nickname: '林晓',
    rich: { name: '林晓', id_number: '11010519491231002X', amount_fen: 500_00n },
  },
  {
    who: '大模型 API 用户',
    phone: '13800000002',
    password: 'Zhisuan-2026',
    nickname: '周远',
    is_tencent: true,
    rich: { name: '周远', id_number: '440524188001010014', amount_fen: 500_00n },
  },
  {
    who: '创作者',
    phone: demoCreatorPhone,
    password: 'Zhisuan-2026',
    nickname: '陈砚',
    is_creator: true,
    rich: { name: '陈砚', id_number: '330106199206182032', amount_fen: 100_00n },
  },
  { who: '运营人员', phone: '13800000003', password: 'Zhisuan-2026', nickname: '运营', role: 'operator_admin' },
  { who: '运营复核', phone: '13800000004', password: 'Zhisuan-2026', nickname: '复核', role: 'operator_admin' },
]

/** Creates the demo accounts the way users would: registration, real-name check and cashier. Money goes through the ledger. */
export async function seedDemoAccounts(deps: Deps): Promise<void> {
  for (const account of demoAccounts) {
    const id = newId('user')
    const passwordHash = await hashPassword(account.password)
    await deps.database.transaction(async (trx) => {
      await demoRepo(trx).insertUser({
        id,
        uuid: randomUUID(),
        phone: account.phone,
        password_hash: passwordHash,
        nickname: account.nickname,
        role: account.role ?? 'user',
        is_tencent: account.is_tencent ?? false,
        is_creator: account.is_creator ?? false,
        invite_code: newInviteCode(),
        created_at: deps.clock.now(),
      })
      await createWalletAccounts(trx, id)
    })
    if (account.rich) await verifyAndCredit(deps, id, account.rich)
  }
}

async function verifyAndCredit(
  deps: Deps,
  userId: string,
  { name, id_number: idNumber, amount_fen: amountFen }: NonNullable<DemoAccount['rich']>,
): Promise<void> {
  await inTransaction(deps, (tx) => storeIdentity(tx, userId, { name, id_number: idNumber }))
  await rechargeAtSandbox(deps, userId, amountFen)
}

/** Pays at the sandbox cashier, as a user would. */
export async function rechargeAtSandbox(deps: Deps, userId: string, amountFen: bigint): Promise<void> {
  const now = deps.clock.now()
  const tradeNo = newId('t')
  await deps.database.transaction((trx) =>
    rechargesRepo(trx).insert({
      id: newId('recharge'),
      trade_no: tradeNo,
      user_id: userId,
      amount_fen: amountFen,
      channel: 'alipay',
      status: 'pending',
      created_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    }),
  )
  const notice = deps.sandbox.payment?.notice({ trade_no: tradeNo, amount_fen: amountFen })
  if (notice) await receivePayment(deps, 'alipay', notice)
}

/** Throws if a demo account still has its published password, which would let strangers sign in. */
export async function assertNoDemoAccounts({ database }: Deps): Promise<void> {
  const found = await demoRepo(database.kysely).usersByPhone(demoAccounts.map(({ phone }) => phone))
  const passwords = new Map(demoAccounts.map(({ phone, password }) => [phone, password]))
  for (const { phone, password_hash: passwordHash } of found) {
    if (passwordHash !== null && (await isCorrectPassword(passwordHash, passwords.get(phone) ?? '')))
      throw new Error(
        `数据库里有演示账号 ${phone}，它的密码是公开的，不能让别的机器访问：请换一个空的数据库，或只监听本机（HOST=127.0.0.1），演示用途可以设置 DEMO=1`,
      )
  }
}
