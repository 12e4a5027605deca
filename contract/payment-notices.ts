/** Callback paths of payment providers; raw requests in the provider's format, not part of the contract. */
export const paymentNoticePaths = {
  alipay: '/api/v1/payment/alipay/notify',
  wechat: '/api/v1/payment/wechat/notify',
} as const
