/** Where providers send what was paid; raw, in words of their own, and no part of the contract. */
export const paymentNoticePaths = {
  alipay: '/api/v1/payment/alipay/notify',
  wechat: '/api/v1/payment/wechat/notify',
} as const
