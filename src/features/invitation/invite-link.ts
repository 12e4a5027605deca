import { paths } from '#src/paths.ts'

/** Opens the register dialog on a desktop, and the mobile screen on a phone (requirements §2). */
export const buildInviteLink = (code: string): string =>
  `${window.location.origin}${paths.home({ type: 'register', invite_code: code })}`

/** Link for a QR code that is scanned with a phone. */
export const buildPhoneInviteLink = (code: string): string =>
  `${window.location.origin}${paths.phoneRegister({ invite_code: code })}`
