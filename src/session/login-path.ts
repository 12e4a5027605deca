import { paths } from '#src/paths.ts'
import { isMobileClient } from '#src/ui/mobile-client.ts'

/** Where a visitor is sent to sign in: the dialog on home, or the mobile screen (requirements §2, §6). */
export const getLoginPath = (url?: string): string =>
  isMobileClient() ? paths.phoneLogin({ url }) : paths.home({ type: 'login', url })
