import { guardedAgent } from '@keyhaven/service/outbound/guarded-agent';
import { postWebhook } from './post-webhook';

describe('an attempt to send to a forbidden address', () => {
  it('shows the subscriber only the refusal, and shows the operator the resolved IP address', async () => {
    const resolve = async () => [{ address: '10.20.30.40', family: 4 }];
    const agent = guardedAgent({ opened: [], connectTimeoutMs: 1000, resolve });
    const mayBegin = jest.fn(() => true);
    const outcome = await postWebhook(agent, 'https://hooks.example/', {}, Buffer.from('{}'), 1000, mayBegin);
    expect(outcome).toEqual({
      statusCode: null,
      failure: 'the address does not lead to an allowed public host',
      detail: 'hooks.example: 10.20.30.40 is not a public address',
    });
    expect(mayBegin).not.toHaveBeenCalled();
    await agent.destroy();
  });
});
