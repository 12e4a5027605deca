import { paths } from '#src/paths.ts'
import { isMobileClient } from './mobile-client.ts'

/** Returns the registration address for a visitor: the dialog on home, or the mobile screen (requirements §2). */
export const getRegisterPath = (): string => (isMobileClient() ? paths.phoneRegister() : paths.home({ type: 'register' }))
