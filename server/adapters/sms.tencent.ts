import { z } from 'zod'
import { type CodeReading, describeCloudErrors } from '#server/adapters/cloud-error.ts'
import { callProvider, parseProviderJson } from '#server/adapters/provider-call.ts'
import { signTc3 } from '#server/adapters/signature.tc3.ts'
import { createReceiptReader, type SmsProvider, shortenSmsVariable, smsFailureEffect } from '#server/adapters/sms.provider.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { TencentSmsSettings } from '#server/ports/sms.ts'

const contentType = 'application/json'
const Answer = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string() }).optional(),
    SendStatusSet: z.array(z.object({ Code: z.string(), SerialNo: z.string().optional() })).optional(),
    RequestId: z.string().optional(),
  }),
})

const Receipt = z.object({ sid: z.string(), report_status: z.enum(['SUCCESS', 'FAIL']), errmsg: z.string().nullish() })

const readings: [RegExp, CodeReading][] = [
  [
    /^(LimitExceeded\.(PhoneNumber|DeliveryFrequency)|FailedOperation\.PhoneNumberInBlacklist)/,
    { kind: 'limit', reading: '这个号码触发了频率限制或退订' },
  ],
  [/^LimitExceeded\./, { kind: 'setup', reading: '达到控制台里设置的发送总量，请调高' }],
  [/InsufficientBalance/, { kind: 'setup', reading: '套餐包余量不足，请购买' }],
  [/Template/, { kind: 'setup', reading: '模板不存在、未审核通过或变量对不上，请核对 TENCENT_SMS_TEMPLATE_*' }],
  [
    /^(FailedOperation|InvalidParameterValue)\..*Sign/,
    { kind: 'setup', reading: '签名不存在或未审核通过，请核对 TENCENT_SMS_SIGN_NAME' },
  ],
  [/^AuthFailure\.SignatureExpire$/, { kind: 'setup', reading: '服务器的时钟不准，请校时' }],
  [
    /^(AuthFailure|UnauthorizedOperation|.*SdkAppId)/,
    { kind: 'setup', reading: '密钥无效、没有权限或应用不对，请核对 TENCENT_SMS_SECRET_* 与 TENCENT_SMS_SDK_APP_ID' },
  ],
  [/IncorrectPhoneNumber/, { kind: 'outage', reading: '不接受这个号码' }],
  [/^(InternalError|RequestLimitExceeded|ResourceUnavailable|ServiceUnavailable)/, { kind: 'outage', reading: '服务暂时不可用' }],
]
const failed = describeCloudErrors({
  provider: '腾讯云短信',
  effect: smsFailureEffect,
  readings,
  unread: '请求被拒绝，请按错误码查腾讯云的说明',
})

/** SendSms of sms 2021-01-11 (checked against tencentcloud-sdk-nodejs-sms), and its callback of states. */
export function createTencentSms(settings: TencentSmsSettings, clock: Clock): SmsProvider {
  return {
    read: createReceiptReader(Receipt, ({ sid, report_status: status, errmsg: error }) => ({
      ...{ message_id: sid, delivered: status === 'SUCCESS', error: error ?? null },
    })),
    accepted: { result: 0, errmsg: 'OK' },
    deliver: async (message) => {
      const url = new URL(settings.endpoint)
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${message.phone}`],
        SmsSdkAppId: settings.sdk_app_id,
        TemplateId: settings.templates['code' in message ? 'code' : message.template],
        SignName: settings.sign_name,
        TemplateParamSet: ['code' in message ? message.code : shortenSmsVariable(message.title, settings.variable_max)],
      })
      const at = clock.now()
      const headers = {
        authorization: signTc3({ host: url.hostname, service: 'sms', content_type: contentType, body, at }, settings.key),
        'content-type': contentType,
        'x-tc-action': 'SendSms',
        'x-tc-version': '2021-01-11',
        'x-tc-region': settings.region,
        'x-tc-timestamp': String(Math.floor(at.getTime() / 1000)),
      }
      const answered = await callProvider('SendSms', url, { method: 'POST', headers, body }).catch(() => {
        throw failed()
      })
      const answer = Answer.safeParse(parseProviderJson(answered.body)).data?.Response
      const code = answer?.Error?.Code ?? answer?.SendStatusSet?.[0]?.Code
      if (code !== 'Ok') throw failed({ code, request_id: answer?.RequestId })
      return answer?.SendStatusSet?.[0]?.SerialNo
    },
  }
}
