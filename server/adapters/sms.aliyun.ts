import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type CodeReading, describeCloudErrors } from '#server/adapters/cloud-error.ts'
import { callProvider, parseProviderJson } from '#server/adapters/provider-call.ts'
import { signAcs3 } from '#server/adapters/signature.acs3.ts'
import { createReceiptReader, type SmsProvider, shortenSmsVariable, smsFailureEffect } from '#server/adapters/sms.provider.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { AliyunSmsSettings } from '#server/ports/sms.ts'

/** Characters of a variable in a template that is not for codes. */
const maxVariableLength = 35
const Answer = z.object({ Code: z.string(), BizId: z.string().optional(), RequestId: z.string().optional() })
const Receipt = z.object({ biz_id: z.string(), success: z.boolean(), err_code: z.string().nullish() })

const readings: [RegExp, CodeReading][] = [
  [/^isv\.BUSINESS_LIMIT_CONTROL$/, { kind: 'limit', reading: '这个号码触发了流控' }],
  [/^isv\.(AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE)$/, { kind: 'setup', reading: '余额不足或业务停机，请充值' }],
  [
    /^isv\.(SMS_TEMPLATE_ILLEGAL|TEMPLATE_|SMS_TEST_TEMPLATE)/,
    { kind: 'setup', reading: '模板不存在、未审核通过或变量对不上，请核对 ALIYUN_SMS_TEMPLATE_*' },
  ],
  [/^isv\.(SMS_SIGNATURE|SIGN_|SMS_SIGN_)/, { kind: 'setup', reading: '签名不存在或未审核通过，请核对 ALIYUN_SMS_SIGN_NAME' }],
  [/^isv\.(DAY|MONTH)_LIMIT_CONTROL$/, { kind: 'setup', reading: '达到控制台里设置的发送总量，请调高' }],
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden|NoPermission|isp\.RAM_PERMISSION_DENY|isv\.PRODUCT_UN)/,
    { kind: 'setup', reading: '密钥无效、没有短信权限或没有开通短信，请核对 ALIYUN_SMS_ACCESS_KEY_*' },
  ],
  [/^InvalidTimeStamp/, { kind: 'setup', reading: '服务器的时钟不准，请校时' }],
  [/^isv\.MOBILE_NUMBER_ILLEGAL$/, { kind: 'outage', reading: '不接受这个号码' }],
  [/^(isp\.|Throttling|ServiceUnavailable|InternalError|SignatureNonceUsed)/, { kind: 'outage', reading: '服务暂时不可用' }],
]
const failed = describeCloudErrors({
  provider: '阿里云短信',
  effect: smsFailureEffect,
  readings,
  unread: '请求被拒绝，请按错误码查阿里云的说明',
})

/** SendSms of Dysmsapi 2017-05-25 (checked against @alicloud/dysmsapi20170525), and its SmsReport pushed over HTTP. */
export function createAliyunSms(settings: AliyunSmsSettings, clock: Clock): SmsProvider {
  return {
    read: createReceiptReader(Receipt, ({ biz_id: id, success, err_code: error }) => ({
      ...{ message_id: id, delivered: success, error: error ?? null },
    })),
    accepted: { code: 0, msg: '成功' },
    deliver: async (message) => {
      const parameters =
        'code' in message ? { code: message.code } : { title: shortenSmsVariable(message.title, maxVariableLength) }
      const url = new URL(settings.endpoint)
      const query = {
        PhoneNumbers: message.phone,
        SignName: settings.sign_name,
        TemplateCode: settings.templates['code' in message ? 'code' : message.template],
        TemplateParam: JSON.stringify(parameters),
      }
      const request = { host: url.host, action: 'SendSms', version: '2017-05-25', query, nonce: randomUUID(), at: clock.now() }
      const { search, headers } = signAcs3(request, settings.key)
      url.search = search
      const { body } = await callProvider('SendSms', url, { method: 'POST', headers }).catch(() => {
        throw failed()
      })
      const answer = Answer.safeParse(parseProviderJson(body)).data
      if (answer?.Code !== 'OK') throw failed({ code: answer?.Code, request_id: answer?.RequestId })
      return answer.BizId
    },
  }
}
