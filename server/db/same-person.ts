import { sql } from 'kysely'

/**
 * Selects the ids of all accounts of a person: the master account or his own, its sub-accounts including removed ones, and closed
 * accounts with the same verified identity (docs/decisions/055).
 */
export const selectSamePersonIds = (userId: string) => sql<string>`(
  with head as (select coalesce(u.master_id, u.id) as id from users u where u.id = ${userId}),
  identities as (
    select r.id_number_index from real_names r join head h on h.id = r.user_id
    union select c.id_number_index from closed_identities c join head h on h.id = c.user_id),
  heads as (
    select id from head
    union select r.user_id from real_names r join identities i on i.id_number_index = r.id_number_index
    union select c.user_id from closed_identities c join identities i on i.id_number_index = c.id_number_index)
  select u.id from users u join heads h on u.id = h.id or u.master_id = h.id)`
