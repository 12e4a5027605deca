/** Where a picture of a person is (spec §7); apart from `users.ts` so that the header needs no zod to show it. */
export const avatar_path = '/api/v1/user_avatar/:id'
export const avatarOf = (avatar_id: string): string => avatar_path.replace(':id', avatar_id)
