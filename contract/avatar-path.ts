/** Path of a user's picture (requirements §7); kept out of `users.ts` so that the header can show it without loading zod. */
export const avatarPath = '/api/v1/user_avatar/:id'
export const buildAvatarPath = (avatarId: string): string => avatarPath.replace(':id', avatarId)
