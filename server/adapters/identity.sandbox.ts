import type { IdentityCheck } from '#server/ports/identity.ts'

/** Accepts everybody except people whose name begins with 假, so that a rejection can be demonstrated. */
export const sandboxIdentity: IdentityCheck = {
  sandbox: true,
  matches: async ({ name }) => !name.startsWith('假'),
}
