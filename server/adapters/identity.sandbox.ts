import type { IdentityCheck } from '#server/ports/identity.ts'

/** Believes everybody but people whose name begins with 假, so that the refusal can be seen. */
export const sandboxIdentity: IdentityCheck = {
  sandbox: true,
  matches: async ({ name }) => !name.startsWith('假'),
}
