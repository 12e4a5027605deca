/** The AccessKey of a RAM user of Alibaba Cloud. */
export interface AliyunKey {
  access_key_id: string
  access_key_secret: string
}

/** The API key of a sub-user of Tencent Cloud. */
export interface TencentKey {
  secret_id: string
  secret_key: string
}
