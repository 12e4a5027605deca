/** What somebody writes into the remark of a bank transfer, so that finance knows whose it is: one for each account. */
export const formatRemarkCode = (inviteCode: string): string => `ZS${inviteCode}`
