/** Where a picture of a person is (requirements §7); apart from `users.ts` so that the header needs no zod to show it. */
export const avatarPath = '/api/v1/user_avatar/:id'
export const buildAvatarPath = (avatarId: string): string => avatarPath.replace(':id', avatarId)
