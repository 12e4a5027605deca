import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { SealingPurpose } from '#server/keys.ts'

/** A column of sealed values. */
interface SealedColumn {
  /** Name shown to people. */
  title: string
  table: keyof DB
  column: string
  /** Primary key column. */
  id: string
  /** SQL for the owner that the value is bound to, within its row. */
  owner: RawBuilder<string>
  purpose: SealingPurpose
  /** Prefix before the sealed text. */
  lead?: string
  /** Set if the column holds bytes; the row's `sealed` flag then says whether they are sealed. */
  bytes?: true
}

const rowColumn = (column: string) => sql<string>`${sql.ref(column)}`
const identityColumn = { purpose: 'identity', lead: 'v1:' } as const

/** All columns whose values are sealed by a key of SECRET_KEY. */
export const sealedColumns: readonly SealedColumn[] = [
  { title: '数据密钥', table: 'data_keys', column: 'sealed', id: 'purpose', owner: rowColumn('purpose'), purpose: 'data_keys' },
  {
    title: '实名姓名',
    table: 'real_names',
    column: 'name_cipher',
    id: 'user_id',
    owner: rowColumn('user_id'),
    ...identityColumn,
  },
  {
    title: '身份证号',
    table: 'real_names',
    column: 'id_number_cipher',
    id: 'user_id',
    owner: rowColumn('user_id'),
    ...identityColumn,
  },
  {
    title: '待审核的姓名',
    table: 'identity_reviews',
    column: 'name_cipher',
    id: 'id',
    owner: rowColumn('user_id'),
    ...identityColumn,
  },
  {
    title: '待审核的身份证号',
    table: 'identity_reviews',
    column: 'id_number_cipher',
    id: 'id',
    owner: rowColumn('user_id'),
    ...identityColumn,
  },
  {
    title: '认证证件号',
    table: 'certifications',
    column: 'number_cipher',
    id: 'id',
    owner: rowColumn('user_id'),
    ...identityColumn,
  },
  {
    title: '认证联系人',
    table: 'certifications',
    column: 'person_cipher',
    id: 'id',
    owner: rowColumn('user_id'),
    ...identityColumn,
  },
  {
    title: '认证邮箱',
    table: 'certifications',
    column: 'email_cipher',
    id: 'id',
    owner: rowColumn('user_id'),
    ...identityColumn,
  },
  { title: '收款账户', table: 'withdrawals', column: 'payee_cipher', id: 'id', owner: rowColumn('id'), purpose: 'payout' },
  {
    title: 'Webhook 签名密钥',
    table: 'notice_webhooks',
    column: 'secret_cipher',
    id: 'user_id',
    owner: rowColumn('user_id'),
    purpose: 'webhook',
  },
  {
    title: 'SSH 密码',
    table: 'instance_passwords',
    column: 'password_cipher',
    id: 'instance_id',
    owner: rowColumn('instance_id'),
    purpose: 'instance_password',
  },
  {
    title: '两步验证的密钥',
    table: 'second_factors',
    column: 'secret_cipher',
    id: 'user_id',
    owner: rowColumn('user_id'),
    purpose: 'second_factor',
  },
  {
    title: '待确认的两步验证密钥',
    table: 'second_factor_enrolments',
    column: 'secret_cipher',
    id: 'user_id',
    owner: rowColumn('user_id'),
    purpose: 'second_factor',
  },
  {
    title: '组织登录的密钥',
    table: 'directories',
    column: 'secret_cipher',
    id: 'id',
    owner: rowColumn('id'),
    purpose: 'directory',
  },
  {
    title: '算力引擎的凭据',
    table: 'engines',
    column: 'credentials_sealed',
    id: 'id',
    owner: rowColumn('id'),
    purpose: 'engine',
  },
  {
    title: '证件照片',
    table: 'pictures',
    column: 'bytes',
    id: 'id',
    owner: sql`user_id || '/' || id`,
    purpose: 'pictures',
    bytes: true,
  },
]

export interface SealedValue {
  id: string
  owner: string
  value: string | Buffer
}
type Batch = { newest_mark: string; after: string; count: number }

const sealedValuesSql = ({ table, column, bytes }: SealedColumn) =>
  sql`from ${sql.table(table)} where ${sql.ref(column)} is not null ${bytes ? sql`and sealed` : sql``}`

/** SQL for the key mark of a value: `k1a2b3c4d:`, or empty. */
function keyMarkSql({ column, bytes, lead = '' }: SealedColumn): RawBuilder<string> {
  const head = bytes
    ? sql`encode(substring(${sql.ref(column)} from 1 for 10), 'escape')`
    : sql`substring(${sql.ref(column)} from ${sql.lit(lead.length + 1)} for 10)`
  return sql`coalesce(substring(${head} from '^k[0-9a-f]{8}:$'), '')`
}

/** All SQL for sealed values of any kind, and for the keys stored beside them. */
export const sealedValuesRepo = (db: Kysely<DB>) => {
  async function select(of: SealedColumn, rest: RawBuilder<unknown>): Promise<SealedValue[]> {
    const { rows } = await sql<{ id: string; owner: string; value: string | Uint8Array }>`
      select ${sql.ref(of.id)} as id, ${of.owner} as owner, ${sql.ref(of.column)} as value ${sealedValuesSql(of)} ${rest}`.execute(
      db,
    )
    return rows.map(({ value, ...row }) => ({ ...row, value: typeof value === 'string' ? value : Buffer.from(value) }))
  }
  return {
    /** Counts the values of each column by key mark. */
    count: async (): Promise<{ title: string; mark: string; count: number }[]> => {
      const counts = sealedColumns.map(
        (of) =>
          sql`select ${sql.lit(of.title)} as title, ${keyMarkSql(of)} as mark, count(*)::int as count ${sealedValuesSql(of)} group by 2`,
      )
      const { rows } = await sql<{ title: string; mark: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
        db,
      )
      return rows
    },
    /** Returns some values, whichever key sealed them. */
    some: (of: SealedColumn, count: number) => select(of, sql`limit ${count}`),
    /** Returns the next values that are not sealed by the newest key. */
    older: (of: SealedColumn, { newest_mark: newestMark, after, count }: Batch) =>
      select(
        of,
        sql`and ${keyMarkSql(of)} <> ${newestMark} and ${sql.ref(of.id)} > ${after} order by ${sql.ref(of.id)} limit ${count}`,
      ),
    /** Returns false if the value has changed meanwhile. */
    replace: async (
      { table, column, id }: SealedColumn,
      { id: key, value }: SealedValue,
      by: string | Buffer,
    ): Promise<boolean> => {
      const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${by}
        where ${sql.ref(id)} = ${key} and ${sql.ref(column)} = ${value}`.execute(db)
      return numAffectedRows === 1n
    },
    /** Id of the key that sealed values without a key mark. Null means none; empty means not known yet. */
    unnamedKey: async (): Promise<string | null> =>
      (await db.selectFrom('installation').select('unnamed_key').executeTakeFirst())?.unnamed_key ?? null,
    setUnnamedKey: (unnamedKey: string) =>
      db.updateTable('installation').set({ unnamed_key: unnamedKey }).where('unnamed_key', '=', '').execute(),
    dataKeys: () => db.selectFrom('data_keys').selectAll().execute(),
    /** Inserts a data key; the first insert wins. */
    insertDataKey: (purpose: string, sealed: string) =>
      db
        .insertInto('data_keys')
        .values({ purpose, sealed })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    firstAdministrator: async (): Promise<string | undefined> =>
      (
        await db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'operator_admin')
          .orderBy('created_at')
          .limit(1)
          .executeTakeFirst()
      )?.id,
  }
}
export type SealedValuesRepo = ReturnType<typeof sealedValuesRepo>
export type { SealedColumn }
