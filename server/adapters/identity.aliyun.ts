import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type CodeReading, describeCloudErrors } from '#server/adapters/cloud-error.ts'
import { callIdentityAuthority, identityFailureEffect } from '#server/adapters/identity.cloud.ts'
import { signAcs3 } from '#server/adapters/signature.acs3.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { AliyunIdentitySettings, IdentityAnswer, IdentityCheck } from '#server/ports/identity.ts'

const Answer = z.object({
  Code: z.union([z.string(), z.number()]).transform(String),
  RequestId: z.string().optional(),
  ResultObject: z.object({ BizCode: z.string() }).optional(),
})

const results: Record<string, IdentityAnswer> = { '1': 'match', '2': 'mismatch', '3': 'no_record' }

const readings: [RegExp, CodeReading][] = [
  [/^401$/, { kind: 'outage', reading: '不接受这个姓名或证件号' }],
  [/^(402|404|410)$/, { kind: 'setup', reading: '没有开通实人认证、欠费或配置不对，请到控制台查看' }],
  [/^(403|429|Throttling)/, { kind: 'outage', reading: '请求过于频繁' }],
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|Forbidden|NoPermission)/,
    { kind: 'setup', reading: '密钥无效或没有权限，请核对 ALIYUN_IDENTITY_ACCESS_KEY_*' },
  ],
  [/^InvalidTimeStamp/, { kind: 'setup', reading: '服务器的时钟不准，请校时' }],
  [/^(5\d\d|ServiceUnavailable|InternalError|SignatureNonceUsed)/, { kind: 'outage', reading: '服务暂时不可用' }],
]

const failed = describeCloudErrors({
  provider: '阿里云实名核验',
  effect: identityFailureEffect,
  readings,
  unread: '请求被拒绝，请按错误码查阿里云的说明',
})

/** Id2MetaVerify of Cloudauth 2019-03-07: two factors, name and number, sent in clear over TLS. */
export function createAliyunIdentity({ endpoint, key }: AliyunIdentitySettings, clock: Clock): IdentityCheck {
  return {
    sandbox: false,
    check: ({ name, id_number: idNumber }) =>
      callIdentityAuthority(failed, async (call) => {
        const url = new URL(endpoint)
        const query = { ParamType: 'normal', UserName: name, IdentifyNum: idNumber }
        const request = {
          host: url.host,
          action: 'Id2MetaVerify',
          version: '2019-03-07',
          query,
          nonce: randomUUID(),
          at: clock.now(),
        }
        const { search, headers } = signAcs3(request, key)
        url.search = search
        const answer = Answer.safeParse(await call('Id2MetaVerify', url, { method: 'POST', headers })).data
        const result = answer?.Code === '200' ? results[answer.ResultObject?.BizCode ?? ''] : undefined
        if (!result) throw failed({ code: answer?.Code, request_id: answer?.RequestId })
        return result
      }),
  }
}
