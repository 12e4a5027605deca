import { paths } from '#src/paths.ts'
import { isMobileClient } from '#src/ui/mobile-client.ts'

/** Returns the sign-in address for a visitor: the dialog on home, or the mobile screen (requirements §2, §6). */
export const getLoginPath = (url?: string): string =>
  isMobileClient() ? paths.phoneLogin({ url }) : paths.home({ type: 'login', url })
