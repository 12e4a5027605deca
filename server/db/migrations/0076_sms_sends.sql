-- Messages that a provider of SMS took, and what its delivery receipt says. Neither phone nor text: the provider's number finds both there.
create table sms_sends (
  provider text not null check (provider in ('aliyun', 'tencent')),
  message_id text not null check (length(message_id) between 1 and 100),
  purpose text not null,
  sent_at timestamptz not null,
  state text not null default 'sent' check (state in ('sent', 'delivered', 'failed')),
  -- The receipt's own code of a failure.
  error text,
  reported_at timestamptz,
  primary key (provider, message_id),
  check ((state = 'sent') = (reported_at is null))
);
create index sms_sends_reported on sms_sends (provider, reported_at) where reported_at is not null;
create index sms_sends_sent on sms_sends (sent_at);
