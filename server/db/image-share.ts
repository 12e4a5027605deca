import { sql } from 'kysely'

/** Computes the image's share of the cash paid for a price: never rounded down, and at most the cash paid. */
const imageShareSql = (cash: string, imageMicro: string, seconds: string, wholeFen: string) =>
  sql.raw(`least(${cash}, ceil((${imageMicro})::numeric * (${seconds}) * (${cash}) / ((${wholeFen})::numeric * 36000000)))`)

const familyIdSql = (user: string) => sql.raw(`(select coalesce(f.master_id, f.id) from users f where f.id = ${user})`)
const isInviterImageSql = (version: string, inviter: string) => sql`(
  select ${familyIdSql('c.author_id')} = ${familyIdSql(inviter)} from community_image_versions v
  join community_images c on c.id = v.community_image_id where v.id = ${sql.raw(version)})`

/**
 * Selects the part of a usage posting's cash, in fen, that earns the inviter no reward (docs/decisions/054): the images' share,
 * which goes to their creators, and all usage of the inviter's own images. Both arguments are column names.
 */
export const selectUnrewardedUsage = (transactionId: string, inviterId: string) => sql<bigint>`coalesce((
  select sum(case when ${isInviterImageSql('s.image_version_id', inviterId)} then c.fen - c.voucher_fen
    else ${imageShareSql('c.fen - c.voucher_fen', 's.image_price_micro', 'c.to_s - c.from_s', 'c.fen')} end)
  from usage_charges c join segments s on s.id = c.segment_id and s.image_version_id is not null
  where c.transaction_id = ${sql.raw(transactionId)}), 0)::bigint`

/** Like `selectUnrewardedUsage`, for the cash of a finished order. The argument is the order's alias. */
export const selectUnrewardedOrder = (order: string, inviterId: string) => {
  const [cash, whole] = [`${order}.amount_fen - ${order}.voucher_fen`, `${order}.amount_fen + ${order}.discount_fen`]
  return sql<bigint>`coalesce((
  select case when bool_or(${isInviterImageSql('p.version_id', inviterId)}) then ${sql.raw(cash)}
    else least(${sql.raw(cash)}, coalesce(sum(${imageShareSql(cash, 'p.price_micro', 'extract(epoch from p.ends_at - p.starts_at)', whole)}), 0)) end
  from image_periods p where p.order_id = ${sql.raw(`${order}.id`)}), 0)::bigint`
}
