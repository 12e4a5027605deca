import { SignJWT } from 'jose'
import type { z } from 'zod'
import type { ResultCodeName } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import type { Keys } from '#server/keys.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { type SigningKeys, verifyToken } from '#server/lib/signing.ts'

interface TicketKind<File extends z.ZodType<Record<string, string>>> {
  /** Distinguishes tickets of one kind from all other signed tokens. */
  typ: string
  key: (keys: Keys) => SigningKeys
  /** Schema of the fields that identify the file. */
  file: File
  /** Error code for an invalid or expired ticket. */
  expired: ResultCodeName
}

type SigningDeps = Pick<Deps, 'clock' | 'keys'>

/** Creates download links that work without an Authorization header; each is for one user and one file, for a few minutes. */
export const createDownloadTickets = <File extends z.ZodType<Record<string, string>>>({
  typ,
  key,
  file,
  expired,
}: TicketKind<File>) => ({
  sign: async (
    { clock, keys }: SigningDeps,
    userId: string,
    named: z.output<File>,
  ): Promise<{ ticket: string; expires_at: string }> => {
    const expiresAt = new Date((Math.floor(clock.now().getTime() / 1000) + limits.downloadLinkSeconds) * 1000)
    const ticket = await new SignJWT(named)
      .setProtectedHeader({ alg: 'HS256', typ })
      .setSubject(userId)
      .setExpirationTime(expiresAt)
      .sign(key(keys)[0])
    return { ticket, expires_at: expiresAt.toISOString() }
  },
  /** Throws Refusal `expired` if the ticket is invalid or expired. */
  read: async ({ clock, keys }: SigningDeps, ticket: string): Promise<z.output<File> & { user_id: string }> => {
    try {
      const options = { algorithms: ['HS256'], typ, currentDate: clock.now() }
      const { payload } = await verifyToken<{ sub: string }>(ticket, key(keys), options)
      return { ...file.parse(payload), user_id: payload.sub }
    } catch {
      throw new Refusal(expired)
    }
  },
})
