/** What somebody writes into the remark of a bank transfer, so that finance knows whose it is: one for each account. */
export const remarkCode = (invite_code: string): string => `ZS${invite_code}`
