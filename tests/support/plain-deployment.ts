/** The settings of a real deployment with every part in its plain form (product §2); where it is reached is still to be added. */
export const plainDeployment = {
  NODE_ENV: 'production',
  COMPUTE: 'simulator',
  SMS: 'console',
  IDENTITY: 'manual',
  INVOICE: 'manual',
  MAIL: 'off',
  WECHAT: 'off',
  LLM: 'off',
  BANK_NAME: '工商银行北京分行',
  BANK_ACCOUNT_NAME: '某某算力有限公司',
  BANK_ACCOUNT_NUMBER: '0200 0000 0000 0000 000',
}
