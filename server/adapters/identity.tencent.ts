import { z } from 'zod'
import { type CodeReading, describeCloudErrors } from '#server/adapters/cloud-error.ts'
import { callIdentityAuthority, identityFailureEffect } from '#server/adapters/identity.cloud.ts'
import { signTc3 } from '#server/adapters/signature.tc3.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { IdentityAnswer, IdentityCheck, TencentIdentitySettings } from '#server/ports/identity.ts'

const contentType = 'application/json'
const Answer = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string() }).optional(),
    Result: z.string().optional(),
    RequestId: z.string().optional(),
  }),
})

/** -3: a name that the authority does not take, as with rare characters: a person has to look. */
const results: Record<string, IdentityAnswer> = {
  '0': 'match',
  '-1': 'mismatch',
  '-2': 'mismatch',
  '-3': 'no_record',
  '-5': 'no_record',
}

const readings: [RegExp, CodeReading][] = [
  [/^-(4|6)$/, { kind: 'outage', reading: '证件库暂时不可用' }],
  [/^-7$/, { kind: 'outage', reading: '这个证件号当日核验次数已满' }],
  [
    /^(FailedOperation\.(UnopenedService|Arrears)|ResourceUnavailable\.(InArrears|ChargeStatusException)|UnsupportedOperation)/,
    { kind: 'setup', reading: '没有开通人脸核身或欠费，请到控制台查看' },
  ],
  [/^AuthFailure\.SignatureExpire$/, { kind: 'setup', reading: '服务器的时钟不准，请校时' }],
  [/^(AuthFailure|UnauthorizedOperation)/, { kind: 'setup', reading: '密钥无效或没有权限，请核对 TENCENT_IDENTITY_SECRET_*' }],
  [/^(InternalError|RequestLimitExceeded|ServiceUnavailable|FailedOperation)/, { kind: 'outage', reading: '服务暂时不可用' }],
]

const failed = describeCloudErrors({
  provider: '腾讯云实名核验',
  effect: identityFailureEffect,
  readings,
  unread: '请求被拒绝，请按错误码查腾讯云的说明',
})

/** IdCardVerification of faceid 2018-03-01. */
export function createTencentIdentity({ endpoint, key }: TencentIdentitySettings, clock: Clock): IdentityCheck {
  return {
    sandbox: false,
    check: ({ name, id_number: idNumber }) =>
      callIdentityAuthority(failed, async (call) => {
        const url = new URL(endpoint)
        const body = JSON.stringify({ IdCard: idNumber, Name: name })
        const at = clock.now()
        const headers = {
          authorization: signTc3({ host: url.hostname, service: 'faceid', content_type: contentType, body, at }, key),
          'content-type': contentType,
          'x-tc-action': 'IdCardVerification',
          'x-tc-version': '2018-03-01',
          'x-tc-timestamp': String(Math.floor(at.getTime() / 1000)),
        }
        const answer = Answer.safeParse(await call('IdCardVerification', url, { method: 'POST', headers, body })).data?.Response
        const code = answer?.Error?.Code ?? answer?.Result
        const result = answer?.Error ? undefined : results[code ?? '']
        if (!result) throw failed({ code, request_id: answer?.RequestId })
        return result
      }),
  }
}
