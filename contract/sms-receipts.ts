export const smsProviderNames = { aliyun: '阿里云短信', tencent: '腾讯云短信' } as const
export type SmsProviderName = keyof typeof smsProviderNames

/** Callback path for delivery receipts; raw requests in the provider's format, not part of the contract. */
export const smsReceiptPath = '/api/v1/sms/receipts/:provider/:token'

export const buildSmsReceiptPath = (provider: SmsProviderName, token: string): string =>
  smsReceiptPath.replace(':provider', provider).replace(':token', token)
