import io.netty.bootstrap.*;
import io.netty.buffer.*;
import io.netty.channel.*;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.*;
import io.netty.handler.codec.http.*;
import io.netty.util.CharsetUtil;
import io.netty.util.internal.logging.*;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.*;

// Netty over the NIO transport: an echo with many clients, HTTP with connections that stay, datagrams, and a connection
// that nobody accepts.
public class Nettys {
    static final int CLIENTS = 8, MESSAGES = 25;

    static class Echo extends ChannelInboundHandlerAdapter {
        @Override public void channelRead(ChannelHandlerContext context, Object message) { context.write(message); }
        @Override public void channelReadComplete(ChannelHandlerContext context) { context.flush(); }
    }

    // Sends a number of bytes, and the next when they have come back.
    static class Asks extends SimpleChannelInboundHandler<ByteBuf> {
        final BlockingQueue<Integer> done;
        int round, missing;

        Asks(BlockingQueue<Integer> done) { this.done = done; }

        void ask(ChannelHandlerContext context) {
            missing = 1 + round * 997;
            context.writeAndFlush(context.alloc().buffer(missing).writeZero(missing));
        }
        @Override public void channelActive(ChannelHandlerContext context) { ask(context); }
        @Override protected void channelRead0(ChannelHandlerContext context, ByteBuf message) {
            missing -= message.readableBytes();
            if (missing > 0) return;
            if (++round < MESSAGES) ask(context);
            else context.close();
        }
        @Override public void channelInactive(ChannelHandlerContext context) { done.add(round); }
    }

    static class Answers extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            String text = request.method() + " " + request.uri() + " " + request.content().readableBytes();
            FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.copiedBuffer(text, CharsetUtil.UTF_8));
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain").setInt(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
            context.writeAndFlush(response);
        }
    }

    static <T extends Channel> ChannelInitializer<T> with(java.util.function.Consumer<ChannelPipeline> add) {
        return new ChannelInitializer<T>() {
            @Override protected void initChannel(T channel) { add.accept(channel.pipeline()); }
        };
    }

    static Channel serve(EventLoopGroup group, java.util.function.Consumer<ChannelPipeline> add) throws Exception {
        return new ServerBootstrap().group(group).channel(NioServerSocketChannel.class).childHandler(with(add)).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
    }

    static Bootstrap client(EventLoopGroup group, java.util.function.Consumer<ChannelPipeline> add) {
        return new Bootstrap().group(group).channel(NioSocketChannel.class).option(ChannelOption.TCP_NODELAY, true).handler(with(add));
    }

    static void echo(EventLoopGroup group) throws Exception {
        Channel server = serve(group, pipeline -> pipeline.addLast(new Echo()));
        BlockingQueue<Integer> done = new LinkedBlockingQueue<>();
        for (int i = 0; i < CLIENTS; i++) client(group, pipeline -> pipeline.addLast(new Asks(done))).connect(server.localAddress());
        int sum = 0;
        for (int i = 0; i < CLIENTS; i++) sum += done.take();
        System.out.println("echo " + sum);
        InetSocketAddress where = (InetSocketAddress)server.localAddress();
        server.close().sync();
        server.eventLoop().schedule(() -> {}, 20, TimeUnit.MILLISECONDS).sync(); // the descriptor is closed by its next select
        Throwable refused = client(group, pipeline -> {}).connect(where).await().cause();
        System.out.println(refused.getClass().getSuperclass().getName() + " " + refused.getMessage().replaceAll(":\\d+", ":PORT") + " " + refused.getCause().getMessage());
    }

    static void http(EventLoopGroup group) throws Exception {
        Channel server = serve(group, pipeline -> pipeline.addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 20), new Answers()));
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        Channel channel = client(group, pipeline -> pipeline.addLast(new HttpClientCodec(), new HttpObjectAggregator(1 << 20), new SimpleChannelInboundHandler<FullHttpResponse>() {
            @Override protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) { answers.add(response.status() + ": " + response.content().toString(CharsetUtil.UTF_8)); }
        })).connect(server.localAddress()).sync().channel();
        for (int i = 0; i < 4; i++) {
            ByteBuf body = Unpooled.buffer().writeZero(i * 70_000);
            FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, i == 0 ? HttpMethod.GET : HttpMethod.POST, "/place/" + i, body);
            request.headers().set(HttpHeaderNames.HOST, "localhost").setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            channel.writeAndFlush(request);
            System.out.println(answers.take());
        }
        channel.close().sync();
        server.close().sync();
    }

    static void datagrams(EventLoopGroup group) throws Exception {
        BlockingQueue<String> got = new LinkedBlockingQueue<>();
        Channel receiver = new Bootstrap().group(group).channel(NioDatagramChannel.class).handler(new SimpleChannelInboundHandler<io.netty.channel.socket.DatagramPacket>() {
            @Override protected void channelRead0(ChannelHandlerContext context, io.netty.channel.socket.DatagramPacket packet) {
                got.add(packet.content().toString(CharsetUtil.UTF_8));
            }
        }).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        Channel sender = new Bootstrap().group(group).channel(NioDatagramChannel.class).handler(new ChannelInboundHandlerAdapter()).bind(0).sync().channel();
        sender.writeAndFlush(new io.netty.channel.socket.DatagramPacket(Unpooled.copiedBuffer("a datagram", CharsetUtil.UTF_8), (InetSocketAddress)receiver.localAddress())).sync();
        System.out.println(got.take());
        sender.close().sync();
        receiver.close().sync();
    }

    public static void main(String[] arguments) throws Exception {
        System.setProperty("io.netty.machineId", "01:02:03:04:05:06:07:08");
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
        EventLoopGroup group = new NioEventLoopGroup(3);
        echo(group);
        http(group);
        datagrams(group);
        System.out.println(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(10, TimeUnit.SECONDS) + " " + group.isTerminated());
    }
}
