import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { type PicturePurpose, picturesRepo } from '#server/domains/accounts/pictures/pictures.repo.ts'
import { type ReencodedPicture, reencodePicture } from '#server/domains/accounts/pictures/reencode-picture.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { newId } from '#server/lib/ids.ts'
import { sealBytes, unsealBytes } from '#server/lib/seal.ts'

export { type ReencodedPicture, reencodePicture }

/** Pictures that prove an identity are stored sealed. */
const sealedPurposes: readonly PicturePurpose[] = ['certification']

const toSealOwner = (userId: string, id: string): string => `${userId}/${id}`

/**
 * Stores an uploaded picture and returns its id. Re-encodes a raw file within the transaction, so call `reencodePicture` first.
 * Refuses at the field `file`.
 */
export async function storePicture(
  trx: Transaction<DB>,
  { keys }: Pick<Deps, 'keys'>,
  {
    user_id: userId,
    purpose,
    file,
    at,
  }: { user_id: string; purpose: PicturePurpose; file: UploadedFile | ReencodedPicture; at: Date },
): Promise<string> {
  const { type, drawn } = 'drawn' in file ? file : await reencodePicture(file, purpose)
  const id = newId('picture')
  const sealed = sealedPurposes.includes(purpose)
  const bytes = sealed ? sealBytes(keys.pictures, toSealOwner(userId, id), drawn) : drawn
  await picturesRepo(trx).insert({ id, user_id: userId, purpose, type, bytes, sealed, created_at: at })
  return id
}

/** Returns a picture, unsealed if it was sealed. The caller must check access. */
export async function findPicture(
  db: Kysely<DB>,
  { keys }: Pick<Deps, 'keys'>,
  id: string,
): Promise<{ user_id: string; purpose: PicturePurpose; type: string; bytes: Buffer } | undefined> {
  const row = await picturesRepo(db).find(id)
  if (!row) return undefined
  const { user_id: userId, type, sealed } = row
  const stored = Buffer.from(row.bytes)
  const bytes = sealed ? unsealBytes(keys.pictures, toSealOwner(userId, id), stored) : stored
  return { user_id: userId, purpose: row.purpose as PicturePurpose, type, bytes }
}

export const removePictures = async (trx: Transaction<DB>, ids: readonly string[]): Promise<void> => {
  if (ids.length) await picturesRepo(trx).remove(ids)
}

export const removeUserPictures = async (
  trx: Transaction<DB>,
  userId: string,
  purposes: readonly PicturePurpose[],
): Promise<void> => {
  await picturesRepo(trx).removeOf(userId, purposes)
}
