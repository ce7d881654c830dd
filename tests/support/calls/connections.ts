import { Agent, setGlobalDispatcher } from 'undici';

// Each call has its own connection, since the store may close a kept one at the moment a call uses it.
setGlobalDispatcher(new Agent({ pipelining: 0 }));
