/** Builds the code for the remark of a bank transfer that tells finance the account; unique per account. */
export const formatRemarkCode = (inviteCode: string): string => `ZS${inviteCode}`
