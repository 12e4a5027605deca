import { paths } from '#src/paths.ts'
import { isMobileClient } from '#src/ui/mobile-client.ts'

/** Where a visitor is sent to register: the dialog on home, or the mobile screen (spec §2). */
export const registerPath = (): string => (isMobileClient() ? paths.phone_register() : paths.home({ type: 'register' }))
